"""Text message notifications of events."""
