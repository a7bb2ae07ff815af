"""Memberships: which user belongs to which tenant, with which roles."""
