"""What a user types to say who they are: an address, primary or verified besides, or a user name. The SQL
function `gatehouse_user_of` finds the user of a normalized one."""

from gatehouse.directory.users.service import normalize_email
from gatehouse.identity.usernames.name import fold_username


def normalize_identifier(typed: str) -> str:
    """`InvalidEmail` for what can be neither an address nor a user name."""
    if "@" not in typed and (username := fold_username(typed)):
        return username
    return normalize_email(typed)
