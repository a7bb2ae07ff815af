"""Merge of two accounts of one user: support requests it, and both mailboxes agree."""
