"""The vendor's API of the sign-in rules of all tenants."""
