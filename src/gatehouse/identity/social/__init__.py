"""Signing in through social networks."""
