"""Identifiers that a user may type at sign-in: a primary or another verified email address, or a user name.
The SQL function `gatehouse_user_of` finds the user of a normalized one."""

from gatehouse.directory.users.service import normalize_email
from gatehouse.identity.usernames.name import fold_username


def normalize_identifier(typed: str) -> str:
    """Normalize an identifier. Raises `InvalidEmail` when it is neither an email address nor a user name."""
    if "@" not in typed and (username := fold_username(typed)):
        return username
    return normalize_email(typed)
