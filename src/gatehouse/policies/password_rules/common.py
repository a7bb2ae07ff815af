"""Whether a password is a common one, or one with what users add to make it longer: spaces and punctuation, a
year, a count, the same word again, signs for letters.

The strength estimate reads each of those additions as a choice of its own, so it takes a long password that
has one common word.
"""

import re
from collections.abc import Iterator
from typing import Final

from gatehouse.policies.password_rules.breached import is_breached

WORD: Final = re.compile(r"[^\W\d_]+")
NUMBER: Final = re.compile(r"\d+")
REPEATED: Final = re.compile(r"(.+?)\1+")
ENDS: Final = re.compile(r"^[\W\d_]+|[\W\d_]+$")
SIGNS: Final = str.maketrans("@430157$", "aaeoists")
COUNTS: Final = ("01234567890123456789", "98765432109876543210")
FEW_DIGITS: Final = 4  # a year, or fewer


def is_common(password: str) -> bool:
    """Whether the packaged collection has one of the forms of the password."""
    return any(is_breached(form) for form in _password_forms(password))


def _password_forms(password: str) -> Iterator[str]:
    lower = password.lower()
    yield password
    yield _compact_text(lower)
    if not all(map(_is_predictable, NUMBER.findall(lower))):
        return
    for text in (lower, ENDS.sub("", lower).translate(SIGNS)):
        yield _compact_text(text)
        yield _strip_repetition(_compact_text(text))
        words = {_strip_repetition(word) for word in WORD.findall(text)}
        if len(words) == 1:
            yield words.pop()


def _compact_text(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def _strip_repetition(text: str) -> str:
    """`pass` of `passpass`."""
    repeated = REPEATED.fullmatch(text)
    return repeated[1] if repeated else text


def _is_predictable(number: str) -> bool:
    """A year or a few digits, a count in either direction, or the same digits again."""
    return len(_strip_repetition(number)) <= FEW_DIGITS or any(number in count for count in COUNTS)
