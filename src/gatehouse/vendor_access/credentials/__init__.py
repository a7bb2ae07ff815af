"""Credentials of the vendor's backends."""
