"""Email domain restrictions of a tenant."""
