"""Transactions: from draft to ready, paid and completed."""
