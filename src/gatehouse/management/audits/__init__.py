"""The audits of tenants, for the vendor's backends: read, and added to."""
