"""Changing a tenant's people."""
