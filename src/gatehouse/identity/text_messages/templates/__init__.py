"""Text message templates of the vendor."""
