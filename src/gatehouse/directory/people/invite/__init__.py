"""Bringing people into a tenant."""
