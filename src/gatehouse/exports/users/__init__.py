"""Export of all data stored about one user, to be given to that user."""
