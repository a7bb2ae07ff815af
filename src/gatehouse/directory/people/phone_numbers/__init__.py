"""Lists of the phone numbers of a tenant's members."""
