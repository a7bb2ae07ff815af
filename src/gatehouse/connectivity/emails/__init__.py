"""Email notifications of events."""
