"""Claims that the vendor adds to access tokens, and to whose."""
