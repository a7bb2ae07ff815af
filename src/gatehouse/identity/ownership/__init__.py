"""An account belongs to the user who verifies its address."""
