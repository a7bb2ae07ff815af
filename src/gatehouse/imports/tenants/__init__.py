"""Import of tenants, up to a thousand per call."""
