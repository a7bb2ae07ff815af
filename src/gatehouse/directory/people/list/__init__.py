"""Lists of a tenant's members: filter, sort, page."""
