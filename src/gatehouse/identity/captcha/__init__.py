"""Captchas on the sign-in pages."""
