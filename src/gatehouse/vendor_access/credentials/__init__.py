"""What the vendor's backends sign in with."""
