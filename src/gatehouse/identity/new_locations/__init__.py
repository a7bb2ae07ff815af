"""Notify users by mail of a sign-in from a new location, with a link that ends the session."""
