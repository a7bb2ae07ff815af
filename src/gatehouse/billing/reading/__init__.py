"""Our copy of what the card provider knows of an account."""
