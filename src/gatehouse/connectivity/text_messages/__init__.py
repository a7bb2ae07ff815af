"""Events told by text message."""
