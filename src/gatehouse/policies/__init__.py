"""Rules of a tenant: sessions, passwords, lockout."""
