"""Customers, who are billed."""
