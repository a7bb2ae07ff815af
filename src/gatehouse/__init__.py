"""Gatehouse: who may come in, who runs their own account, what they have paid for."""

__version__ = "0.1.0"
