"""People who come from elsewhere with the hashes of their passwords: many at a time, and again where it
stopped."""
