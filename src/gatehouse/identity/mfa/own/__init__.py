"""MFA management of a signed-in user."""
