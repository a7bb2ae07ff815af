"""The caller's own profile, tenants and picture."""
