"""Password sign-in, with its lockout."""
