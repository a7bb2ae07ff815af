"""API tokens: credentials of machines that act for a user or a tenant."""
