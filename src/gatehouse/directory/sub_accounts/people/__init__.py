"""People of the accounts below, as managed from above."""
