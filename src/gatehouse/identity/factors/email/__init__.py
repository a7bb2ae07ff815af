"""Codes in mail to the person's own address, as a second factor."""
