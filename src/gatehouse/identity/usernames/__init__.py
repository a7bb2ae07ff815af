"""User names for sign-in instead of an address: one per user, each unique."""
