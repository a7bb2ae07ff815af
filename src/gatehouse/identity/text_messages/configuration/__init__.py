"""The vendor's own gateway account for text messages, as its backends read and set it."""
