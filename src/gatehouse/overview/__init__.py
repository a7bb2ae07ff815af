"""The vendor's figures at a glance, and which connections of its tenants fail."""
