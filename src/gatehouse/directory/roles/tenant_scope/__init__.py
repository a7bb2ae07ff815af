"""Assigning a role to one account, or to all, by the vendor."""
