"""Members of a tenant: listing, reading, inviting and managing them, and their memberships."""
