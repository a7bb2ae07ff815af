"""Roles, and the permissions that they hold."""
