"""Password rules: minimum strength, and passwords that are refused."""
