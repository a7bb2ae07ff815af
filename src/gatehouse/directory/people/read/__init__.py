"""A tenant's members as the API shows them: user, membership and roles in one object."""
