"""Authenticator apps: a shared secret and the time make a code (RFC 6238)."""
