"""Verification codes to the user's own email address, as an MFA factor."""
