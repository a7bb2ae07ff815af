"""Access for the vendor: its staff and the credentials of its backends."""
