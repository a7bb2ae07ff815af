"""Strangers become customers: a person, their company, and a mail that proves the address."""
