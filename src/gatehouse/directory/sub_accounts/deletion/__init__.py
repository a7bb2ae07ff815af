"""Accounts are removed in two steps: deletion, which can be undone during a grace period, and erasure,
which cannot."""
