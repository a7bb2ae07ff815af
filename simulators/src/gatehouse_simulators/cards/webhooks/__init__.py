"""Events: what is kept of them, and how they are carried out."""
