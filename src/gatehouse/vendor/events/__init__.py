"""Events of the vendor's own product, for notifications to tenants."""
