"""With email addresses of which domains people may enter a tenant."""
