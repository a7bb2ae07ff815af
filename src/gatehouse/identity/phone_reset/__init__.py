"""Whoever lost their phone proves their mailbox, and then signs in with another number."""
