"""Passkeys: sign-in with a key that identifies and verifies its user, so it counts as two factors."""
