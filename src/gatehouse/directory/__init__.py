"""Tenants, users, memberships, roles and permissions."""
