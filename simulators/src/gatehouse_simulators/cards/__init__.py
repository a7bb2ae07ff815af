"""A stand-in for the card provider; speaks its protocol over HTTP, never in production."""
