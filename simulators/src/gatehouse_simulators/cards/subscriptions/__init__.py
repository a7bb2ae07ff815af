"""Subscriptions: their periods, changes, renewals and ends."""
