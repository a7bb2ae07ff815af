"""Public configuration that the licensing portal reads before sign-in."""
