"""Stand-ins for outside services; never started in production."""
