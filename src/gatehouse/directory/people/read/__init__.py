"""A tenant's people as the API shows them: person, membership and roles in one."""
