"""Attacks: what the security bar promises, tried from outside."""
