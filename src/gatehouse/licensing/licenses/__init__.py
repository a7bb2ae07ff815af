"""Licenses: what was bought, how many may use it, until when."""
