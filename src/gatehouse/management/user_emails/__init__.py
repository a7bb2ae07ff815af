"""Addresses of people, for the vendor's backends."""
