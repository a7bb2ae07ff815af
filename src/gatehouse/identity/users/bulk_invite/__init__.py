"""Up to a thousand people invited to an account at once."""
