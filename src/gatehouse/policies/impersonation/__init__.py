"""Whether the vendor's support may act in the name of a tenant's people."""
