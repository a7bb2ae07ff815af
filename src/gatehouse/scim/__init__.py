"""Directories of tenants keep their people and groups here (SCIM 2.0, RFC 7643 and 7644)."""
