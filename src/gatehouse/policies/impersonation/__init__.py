"""Whether the vendor's support may impersonate users of a tenant."""
