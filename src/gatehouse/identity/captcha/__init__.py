"""Captcha checks at sign-in and sign-up, where the vendor requires them."""
