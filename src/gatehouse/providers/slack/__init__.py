"""Slack: a port, its Web API, and files."""
