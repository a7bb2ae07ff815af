"""Headers in which a backend names the account, and the person in it, that a call is for."""

ACCOUNT, PERSON = "frontegg-tenant-id", "frontegg-user-id"
