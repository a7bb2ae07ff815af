"""The vendor's staff, and the vendor token of their session."""
