"""The audit log across all tenants, for staff, and how far it is sealed."""
