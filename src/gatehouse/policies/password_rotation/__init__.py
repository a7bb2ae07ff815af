"""How old a password may get. Off until a tenant asks for it: forcing new passwords mostly makes worse ones
(NIST SP 800-63B-4 §3.1.1.2), but some have to."""
