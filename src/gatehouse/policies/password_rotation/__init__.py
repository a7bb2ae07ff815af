"""Maximum age of passwords. Off until a tenant turns it on: forcing new passwords mostly makes worse ones
(NIST SP 800-63B-4 §3.1.1.2), but some tenants must."""
