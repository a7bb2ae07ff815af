"""MFA reset: a user without access to any factor removes all of them with the recovery code, and signs in
again."""
