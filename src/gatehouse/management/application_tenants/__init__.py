"""Which tenants have which application, as the vendor says."""
