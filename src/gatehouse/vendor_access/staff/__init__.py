"""The vendor's own people, and the token that their session gives them."""
