"""Notifications of a tenant's events by webhook, mail, text message, Slack and in the product."""
