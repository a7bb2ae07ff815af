"""Invoices: their lines, their payment, and their PDF."""
