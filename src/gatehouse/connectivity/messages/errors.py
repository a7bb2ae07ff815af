class CannotTell(Exception):
    """A permanent failure that no retry would change. The text gives the reason to the tenant's users."""
