"""API tokens that people have for themselves."""
