"""Signing in with a password, and what stands before it."""
