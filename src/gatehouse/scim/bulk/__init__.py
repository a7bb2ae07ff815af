"""Several calls in one (RFC 7644 §3.7)."""
