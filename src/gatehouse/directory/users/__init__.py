"""People: one address each, whatever the number of tenants they belong to."""
