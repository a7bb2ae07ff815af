"""Search of users and groups with one call (RFC 7644 §3.4.3)."""
