"""What the server says of itself (RFC 7644 §4)."""
