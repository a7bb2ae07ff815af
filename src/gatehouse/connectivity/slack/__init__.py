"""Slack notifications of events: the tenant's workspace, and which channels get which events."""
