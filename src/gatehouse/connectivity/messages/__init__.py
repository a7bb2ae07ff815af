"""From an event to whoever is told of it: one message for each recipient, sent by a job of its own."""
