"""CAPTCHA providers."""
