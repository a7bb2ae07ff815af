"""Headers in which a backend names the tenant, and the user in it, that a call is for."""

ACCOUNT, PERSON = "frontegg-tenant-id", "frontegg-user-id"
