"""Custom social providers, as the vendor's backends set them up."""
