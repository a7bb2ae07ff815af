"""A simulator of the card provider: it speaks the provider's HTTP protocol, never in production."""
