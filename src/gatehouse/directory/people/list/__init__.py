"""Lists of a tenant's people: filter, sort, page."""
