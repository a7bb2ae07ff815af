"""Subscriptions: what is billed again, how it changes, when it ends."""
