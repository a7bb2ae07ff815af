"""Patterns of permissions and of rules, read as a browser reads them."""

import re
from collections.abc import Iterable
from functools import lru_cache

# What a pattern consists of: an escaped sign, a class, or one sign.
PARTS = re.compile(r"\\.|\[\^?\]?(?:[^\]\\]|\\.)*\]|.", re.DOTALL)
# A browser's `$` is the very end, and its `.` leaves out four line ends, not one.
AS_IN_BROWSERS = {"$": r"\Z", ".": "[^\n\r\u2028\u2029]"}


def grants(held: Iterable[str], wanted: str) -> bool:
    """`docs.*` grants `docs.read`: a dot is literal, a star is anything."""
    return any(_permission(one).fullmatch(wanted) for one in held)


@lru_cache(4096)
def _permission(held: str) -> re.Pattern[str]:
    return re.compile(".*".join(re.escape(part) for part in re.split(r"\*+", held)), re.DOTALL)


@lru_cache(4096)
def compiled(pattern: str) -> re.Pattern[str] | None:
    """None for what is no pattern. The server only takes those that end in time."""
    try:
        parts = (AS_IN_BROWSERS.get(part, part) for part in PARTS.findall(pattern))
        return re.compile("".join(parts), re.ASCII)
    except re.error:
        return None
