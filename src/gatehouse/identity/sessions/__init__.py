"""Sessions and their tokens: start, refresh, list and end."""
