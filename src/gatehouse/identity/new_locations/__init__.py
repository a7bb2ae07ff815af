"""Users are told by mail of a sign-in from a new place, with a link that ends the session."""
