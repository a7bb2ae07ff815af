"""Signing in through a tenant's own identity provider."""
