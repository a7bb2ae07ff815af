"""SCIM without a domain: schemas, paths, filters, changes and messages."""
