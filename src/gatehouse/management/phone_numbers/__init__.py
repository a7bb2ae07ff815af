"""Phone numbers that the vendor vouches for."""
