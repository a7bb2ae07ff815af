"""Portal metadata, as the vendor's backends set it."""
