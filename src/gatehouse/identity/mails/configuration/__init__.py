"""Through whom the vendor's mail goes."""
