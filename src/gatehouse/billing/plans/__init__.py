"""What accounts can subscribe to."""
