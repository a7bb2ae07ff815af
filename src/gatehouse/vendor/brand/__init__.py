"""The vendor's brand: name, logos and accent color, used on every page and in every mail."""
