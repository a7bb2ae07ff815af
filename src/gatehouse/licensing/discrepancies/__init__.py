"""Discrepancies between the payment provider and the stored billing state, and how staff resolve them."""
