"""MFA during sign-in: verify a factor, or enroll the first one."""
