"""Company details and settings of a tenant."""
