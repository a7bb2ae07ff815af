"""Passkeys and security keys (WebAuthn level 2): what is asked of them and whether the answer is right."""
