"""Subscriptions: recurring items, changes, renewals and cancellation."""
