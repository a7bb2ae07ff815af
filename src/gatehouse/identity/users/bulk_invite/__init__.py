"""Invite up to a thousand users to a tenant at once."""
