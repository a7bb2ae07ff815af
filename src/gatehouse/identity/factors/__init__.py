"""A user's authentication factors besides the password: MFA factors, passkeys, recovery code and remembered
browsers."""
