"""Which passwords are good enough, and which may not come back."""
