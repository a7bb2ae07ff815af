"""IP address restrictions of a tenant."""
