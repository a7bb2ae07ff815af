"""Users, tenants and their structure from other systems: exports, Auth0, older systems."""
