"""Gatehouse: identity, admin portal and licensing."""

__version__ = "0.1.0"
