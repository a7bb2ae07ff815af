"""People of a tenant as its directory keeps them (RFC 7643 §4.1)."""
