"""A person's addresses: the primary one, to which mail goes, and further ones that they have proved."""
