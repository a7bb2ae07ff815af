"""Inviting users into a tenant."""
