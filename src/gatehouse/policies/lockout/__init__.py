"""Lockout policy of a tenant: number of failed password attempts."""
