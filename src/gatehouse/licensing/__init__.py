"""Organizations, licenses, seats and checkout."""
