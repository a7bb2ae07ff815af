"""Links between accounts of a tenant's identity providers and accounts in Gatehouse (ADR 18)."""
