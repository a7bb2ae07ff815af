"""Remembered browsers, which skip MFA for as long as the tenant allows."""
