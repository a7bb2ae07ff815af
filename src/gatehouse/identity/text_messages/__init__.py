"""Text messages about accounts: their texts and their limits."""
