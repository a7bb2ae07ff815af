"""Companies and their tree."""
