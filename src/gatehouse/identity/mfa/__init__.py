"""Second factors: what is asked of whom."""
