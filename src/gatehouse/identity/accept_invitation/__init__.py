"""Join a tenant with an existing account."""
