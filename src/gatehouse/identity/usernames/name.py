"""Rules for user names, and their normal form. ASCII only, so that no name imitates another; no `@` and
not digits alone, so that none looks like an address or a phone number."""

import re

from gatehouse.kit.errors import Conflict, Invalid, NotFound


class InvalidUsername(Invalid, code="usernames.invalid"): ...


class UsernameTaken(Conflict, code="usernames.taken"):
    """Another user has the name. Reveals that to the caller, so attempts are limited and need a signed-in
    user."""


class HasUsername(Conflict, code="usernames.has_one"): ...


class UsernameNotFound(NotFound, code="usernames.not_found"): ...


NAME = re.compile(r"(?=.*[A-Za-z])[A-Za-z0-9](?:[A-Za-z0-9._-]{1,62}[A-Za-z0-9])")
RULE = "Use 3 to 64 letters, digits, dots, hyphens and underscores, including at least one letter"


def fold_username(text: str) -> str | None:
    """The name in lower case; None when it is not a valid name."""
    name = text.strip()
    return name.lower() if NAME.fullmatch(name) else None


def check_username(text: str) -> str:
    """Returns the name as typed. Raises `InvalidUsername`."""
    if fold_username(text) is None:
        raise InvalidUsername(RULE)
    return text.strip()
