"""Which others have to say yes, and asking them, for the vendor's backends."""
