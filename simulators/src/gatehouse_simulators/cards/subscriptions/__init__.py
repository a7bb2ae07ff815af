"""Subscriptions: periods, changes, renewals and cancellation."""
