"""Sign-in with a user's own account at another provider."""
