"""Step-up: MFA once more before a sensitive operation, with a new session in place of the old one."""
