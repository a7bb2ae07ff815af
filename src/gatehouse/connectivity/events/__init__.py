"""The events that an account can be told of, by category and channel."""
