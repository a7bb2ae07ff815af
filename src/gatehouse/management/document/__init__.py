"""Applying the vendor's document."""
