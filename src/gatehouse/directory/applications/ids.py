"""Comma-separated lists of ids in a URL."""

from collections.abc import Callable
from uuid import UUID

from gatehouse.kit.errors import Invalid

MOST = 200


def ids_of(name: str, text: str, read: Callable[[str], UUID] = UUID) -> list[UUID]:
    """Parse the ids, without duplicates and in order; `read` parses one id. Raises `Invalid` when one is
    malformed or there are more than `MOST`."""
    try:
        wanted = list(dict.fromkeys(read(one.strip()) for one in text.split(",") if one.strip()))
    except ValueError:
        raise Invalid(f"{name}: must be ids with commas between") from None
    if len(wanted) > MOST:
        raise Invalid(f"{name}: at most {MOST} at once")
    return wanted
