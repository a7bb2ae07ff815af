"""Passkeys and security keys (WebAuthn level 2): ceremony options and verification of responses."""
