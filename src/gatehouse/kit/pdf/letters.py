r"""Which font of a document shows a letter, and how wide the letter is. A letter that no font shows is
written as `\u0905`.

Every PDF reader has Courier, with Western letters. Other alphabets come from a font that is embedded in the
document as far as they are used. Chinese, Japanese and Korean letters come from fonts that PDF readers have
for these languages (ISO 32000-1 §9.7.5.2): a font with all of them is larger than any document.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from enum import Enum
from functools import cache, lru_cache
from itertools import groupby

from gatehouse.kit.pdf.embedded_font import load_embedded_font


class Font(Enum):
    WESTERN = "F1"
    EMBEDDED = "F3"
    CHINESE = "F4"
    KOREAN = "F5"

    @property
    def cells(self) -> int:
        """The width of its letters, in letters of Courier."""
        return 2 if self in (Font.CHINESE, Font.KOREAN) else 1


ENCODINGS = ((Font.WESTERN, "cp1252"), (Font.CHINESE, "gbk"), (Font.KOREAN, "cp949"))


@lru_cache(4096)
def choose_font(letter: str) -> Font | None:
    if letter.isascii():
        return Font.WESTERN
    for font, encoding in ENCODINGS:
        # The Chinese and Korean encodings also have Greek and Cyrillic letters, but twice as wide.
        if font is not Font.WESTERN and load_embedded_font().find_glyph(letter) is not None:
            return Font.EMBEDDED
        try:
            letter.encode(encoding)
        except UnicodeEncodeError:
            continue
        return font
    return None


def to_printable(text: str) -> str:
    """Replace letters that no font shows, and what would break a line."""
    composed = unicodedata.normalize("NFC", text)
    return "".join(_replace_unprintable_letter(letter) for letter in composed)


def _replace_unprintable_letter(letter: str) -> str:
    if not letter.isprintable():
        return " "
    return letter if choose_font(letter) else letter.encode("ascii", "backslashreplace").decode()


def count_cells(text: str) -> int:
    return sum((choose_font(letter) or Font.WESTERN).cells for letter in text)


def wrap_text(text: str, width: int) -> list[str]:
    """Split the text into lines of at most `width` cells. There is at least one line."""
    lines, line, taken = [], "", 0
    for letter in text:
        room = (choose_font(letter) or Font.WESTERN).cells
        if taken + room > width and line:
            lines.append(line)
            line, taken = "", 0
        line += letter
        taken += room
    return [*lines, line]


def split_by_font(line: str) -> Iterator[tuple[Font, str]]:
    """The parts of a line that are shown with one font, from left to right."""
    for font, letters in groupby(
        _order_from_left(line), lambda one: choose_font(one) or Font.WESTERN
    ):
        yield font, "".join(letters)


@cache
def list_arabic_forms() -> dict[str, dict[str, str]]:
    """The forms of each Arabic letter, by how it is joined to what is beside it."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for letter in map(chr, (*range(0xFB50, 0xFBFF), *range(0xFE80, 0xFEF5))):
        kind, _, base = unicodedata.decomposition(letter).partition(" ")
        has_one_base = kind.startswith("<") and " " not in base
        if has_one_base and load_embedded_font().find_glyph(letter) is not None:
            found[chr(int(base, 16))][kind.strip("<>")] = letter
    return dict(found)


def _is_arabic(letter: str) -> bool:
    return unicodedata.bidirectional(letter) in ("AL", "NSM")


def _order_from_left(line: str) -> str:
    """The letters as they are drawn from the left: Arabic words reversed and joined, all others unchanged."""
    if not any(map(_is_arabic, line)):
        return line
    found, words = "", ""
    for letter in [*line, ""]:
        if letter and (_is_arabic(letter) or (words and letter == " ")):
            words += letter
            continue
        kept = words.rstrip(" ")
        found += _join_arabic_letters(kept)[::-1] + " " * (len(words) - len(kept)) + letter
        words = ""
    return found


def _join_arabic_letters(words: str) -> str:
    found, known = "", list_arabic_forms()
    for place, letter in enumerate(words):
        forms = known.get(letter, {})
        before = "initial" in known.get(words[place - 1] if place else "", {})
        after = "final" in known.get(words[place + 1] if place + 1 < len(words) else "", {})
        joins = (before and "final" in forms, after and "initial" in forms)
        kind = {(True, True): "medial", (True, False): "final", (False, True): "initial"}.get(joins)
        found += forms.get(kind or "isolated", letter)
    return found
