"""Personal API tokens of users."""
