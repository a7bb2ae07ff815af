"""Links by which people join on their own."""
