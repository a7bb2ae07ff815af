"""Patterns of permissions and of rules, read as a browser reads them."""

import re
from collections.abc import Iterable
from functools import lru_cache

# An escaped character, a class, or one character.
PARTS = re.compile(r"\\.|\[\^?\]?(?:[^\]\\]|\\.)*\]|.", re.DOTALL)
ESCAPED = re.compile(r"\\(.)", re.DOTALL)
SPACES = r"\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
# In a browser `$` is the very end, `.` leaves out four line ends, not one, and `\s` knows all white space.
AS_IN_BROWSERS = {
    "$": r"\Z",
    ".": "[^\n\r\u2028\u2029]",
    r"\s": f"[{SPACES}]",
    r"\S": f"[^{SPACES}]",
}
# UTF-16 code units of a text that is matched: the time grows with the square of its length.
LONGEST_TEXT = 2000


def grants(held: Iterable[str], wanted: str) -> bool:
    """`docs.*` grants `docs.read`: a dot is literal, a star is anything."""
    return any(_permission(one).fullmatch(wanted) for one in held)


@lru_cache(4096)
def _permission(held: str) -> re.Pattern[str]:
    return re.compile(".*".join(re.escape(part) for part in re.split(r"\*+", held)), re.DOTALL)


def code_units(text: str) -> str:
    """The text as a browser counts it: a character beyond the first 65,536 is two code units."""
    if text.isascii() or max(text) <= "\uffff":
        return text
    units = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(units[at] | units[at + 1] << 8) for at in range(0, len(units), 2))


@lru_cache(4096)
def compiled(pattern: str) -> re.Pattern[str] | None:
    """None for an invalid pattern. The server accepts only patterns that are evaluated soon."""
    try:
        parts = (_as_in_browsers(part) for part in PARTS.findall(code_units(pattern)))
        return re.compile("".join(parts), re.ASCII)
    except re.error:
        return None


def _as_in_browsers(part: str) -> str:
    if part.startswith("["):
        return ESCAPED.sub(lambda found: SPACES if found[1] == "s" else found[0], part)
    return AS_IN_BROWSERS.get(part, part)
