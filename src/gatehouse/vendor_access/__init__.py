"""What the vendor signs in with: its staff and the credentials of its backends."""
