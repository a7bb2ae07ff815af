"""The holders of a license's seats, for its administrators."""
