"""The two figures above the list."""
