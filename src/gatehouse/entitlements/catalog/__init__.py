"""The vendor's catalog: features, their flags, and plans."""
