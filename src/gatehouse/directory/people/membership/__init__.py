"""Who belongs to which tenant, and in which roles."""
