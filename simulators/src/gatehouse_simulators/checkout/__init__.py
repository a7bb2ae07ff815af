"""A simulator of the overlay-checkout provider: it speaks the provider's HTTP protocol, never in
production."""
