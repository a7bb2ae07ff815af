"""From which network addresses people may enter a tenant."""
