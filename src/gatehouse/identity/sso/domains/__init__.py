"""The email domains of a connection, usable once the tenant's ownership is verified."""
