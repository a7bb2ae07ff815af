"""The list as a file."""
