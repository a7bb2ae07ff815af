"""Gatehouse: identity, admin portal and licensing."""

__version__ = "0.2.0"
