"""Users: one account and address each, independent of the tenants that they are members of."""
