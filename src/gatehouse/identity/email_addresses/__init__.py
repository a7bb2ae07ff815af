"""A user's email addresses: the primary one, which receives mail, and further verified ones."""
