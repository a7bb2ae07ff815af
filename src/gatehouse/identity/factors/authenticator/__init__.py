"""Authenticator apps: time-based codes from a shared secret (RFC 6238)."""
