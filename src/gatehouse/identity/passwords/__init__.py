"""People's own passwords: setting, changing, and resetting them by mail."""
