"""Accounts that come from elsewhere, up to a thousand at once."""
