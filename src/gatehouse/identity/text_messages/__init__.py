"""Text messages about accounts: what they say, and how many there may be."""
