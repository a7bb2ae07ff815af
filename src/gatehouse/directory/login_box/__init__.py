"""How the sign-in pages of an account look and speak, over what the vendor has set."""
