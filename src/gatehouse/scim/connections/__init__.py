"""A tenant's connections to directories, as its administrators keep them."""
