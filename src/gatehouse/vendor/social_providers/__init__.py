"""Social sign-in providers, as the vendor has configured them."""
