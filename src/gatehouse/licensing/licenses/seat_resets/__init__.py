"""Seats that were taken without a lease: they are held until the billing date."""
