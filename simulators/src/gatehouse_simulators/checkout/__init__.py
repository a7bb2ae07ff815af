"""A stand-in for the overlay-checkout provider; speaks its protocol over HTTP, never in production."""
