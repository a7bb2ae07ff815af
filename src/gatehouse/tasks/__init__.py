"""Long work that the vendor's backends start and ask about later: progress and failures."""
