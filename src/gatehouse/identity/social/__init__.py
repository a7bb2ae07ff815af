"""Signing in with an account that people have elsewhere for themselves."""
