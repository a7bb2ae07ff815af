"""Cards: what test numbers do, and payment methods."""
