"""Subscriptions to events by mail or text message, with the same rules for both."""
