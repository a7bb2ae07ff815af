"""The events that a tenant can subscribe to, by category and channel."""
