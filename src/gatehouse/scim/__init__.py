"""SCIM 2.0 server (RFC 7643 and 7644): tenants' directories provision users and groups."""
