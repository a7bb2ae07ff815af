"""From an unproven address to a first sign-in."""
