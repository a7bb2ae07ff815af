"""Events told by mail."""
