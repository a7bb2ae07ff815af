"""Feature flags, and the metadata from which the client builds its portal."""
