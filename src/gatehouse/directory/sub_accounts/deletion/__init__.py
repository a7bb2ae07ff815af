"""Accounts go in two steps: deleted, which can be taken back for a while, and erased, which cannot."""
