"""Which accounts of a tenant's identity providers open which accounts here (ADR 18)."""
