"""Roles and permissions of every tenant, as the vendor's backends manage them."""
