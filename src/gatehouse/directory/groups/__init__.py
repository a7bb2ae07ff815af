"""Groups of people: whoever is in one has its roles."""
