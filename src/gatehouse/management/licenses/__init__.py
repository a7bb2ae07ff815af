"""Licenses of all accounts, for the vendor: found, issued, extended, suspended, revoked, imported."""
