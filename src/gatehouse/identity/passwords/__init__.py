"""Users' own passwords: set, change, and reset by mail."""
