"""The identity providers of a tenant."""
