"""Data to take along: all of the vendor, of one tenant, of one user."""
