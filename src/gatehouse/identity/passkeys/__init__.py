"""Passkeys: signing in with a key that knows its owner and asks who uses it, so it is two factors at once."""
