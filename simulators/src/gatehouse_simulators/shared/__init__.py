"""What the stand-ins have in common."""
