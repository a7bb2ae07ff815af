"""Who holds the seats of a license, for the people who look after it."""
