"""CAPTCHA at sign-in and sign-up: whether it is required, and by which provider."""
