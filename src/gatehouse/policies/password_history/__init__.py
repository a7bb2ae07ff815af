"""Number of earlier passwords that may not be reused. Off until a tenant turns it on: forcing new passwords
mostly makes worse ones (NIST SP 800-63B-4 §3.1.1.2)."""
