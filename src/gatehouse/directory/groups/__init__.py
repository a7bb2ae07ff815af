"""Groups of people."""
