"""Users fetched from an Auth0 tenant through its Management API: without password hashes, which that API
never returns."""
