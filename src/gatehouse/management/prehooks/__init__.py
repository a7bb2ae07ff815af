"""The vendor's prehooks, for its own backends and people."""
