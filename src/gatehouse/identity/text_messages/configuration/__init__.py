"""The vendor's own account for text messages, as its backends read and set it."""
