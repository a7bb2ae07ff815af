"""People fetched from an Auth0 tenant through its Management API: without hashes, which nobody is given."""
