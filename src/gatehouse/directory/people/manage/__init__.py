"""Changing a tenant's members."""
