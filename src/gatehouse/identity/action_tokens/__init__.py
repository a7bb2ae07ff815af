"""The single-use tokens in mailed links."""
