"""Who an account is at the card provider, and how it is billed."""
