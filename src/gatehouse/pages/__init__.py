"""The HTML pages: the built web apps and the API reference."""
