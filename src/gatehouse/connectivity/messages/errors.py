class CannotTell(Exception):
    """Another attempt would end the same; the text says why, for the people of the account."""
