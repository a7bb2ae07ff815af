"""The email domains that a connection speaks for, once the name servers say that they are the tenant's."""
