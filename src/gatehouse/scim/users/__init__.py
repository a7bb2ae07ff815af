"""Users of a tenant as its directory manages them (RFC 7643 §4.1)."""
