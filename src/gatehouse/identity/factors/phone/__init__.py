"""Phone numbers that get codes in text messages."""
