"""All users of one tenant move to another."""
