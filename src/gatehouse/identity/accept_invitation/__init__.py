"""Joining a tenant with an account that exists already."""
