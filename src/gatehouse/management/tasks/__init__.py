"""What the vendor's backends begin and ask about later: how far it has come, and what could not be done."""
