"""Custom claims in access tokens, and the rules for which tokens get them."""
