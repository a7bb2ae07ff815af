"""Passwords found in breaches, looked up in a local file: no network, so it also works offline.

The file is a Bloom filter over SHA-1 digests, the form in which breach collections are published: 8 bytes
with the number of bits, 1 byte with the probes for each digest (both little-endian), then the bits. It never
misses a password that was added; it wrongly reports about one in a million others. The packaged file holds
common passwords and phrases: 30,000 of any length, of which users make longer ones (`is_common_password`),
and 9,704 of at least 15 characters, the minimum length (OWASP ASVS 5.0 §6.2.4 asks for the 3,000 most common
of them).
`scripts/build_breached_filter.py` names their sources, and builds a larger file.
"""

import hashlib
import math
import mmap
import re
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path
from typing import Final

PACKAGED = Path(__file__).parent / "breached.bin"
HEADER = 9
FALSE_ALARMS = 1e-6


@cache
def open_breach_filter(path: Path) -> mmap.mmap:
    """The file, mapped: its pages are shared by all processes and read only where asked. `ValueError` when
    it is no such filter, or only a part of one."""
    with path.open("rb") as file:
        bits, size = int.from_bytes(file.read(8), "little"), path.stat().st_size
        if size <= HEADER or size != HEADER + (bits + 7 >> 3):
            raise ValueError(f"{path} was not made by scripts/build_breached_filter.py")
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def is_breached(password: str, path: Path | None = None) -> bool:
    """Whether the password, or its lower-case spelling, is in the collection."""
    data = open_breach_filter(path or PACKAGED)
    bits, probes = int.from_bytes(data[:8], "little"), data[8]
    return any(
        all(
            data[HEADER + (place >> 3)] >> (place & 7) & 1
            for place in _bit_positions(sha1, bits, probes)
        )
        for sha1 in {password_digest(password), password_digest(password.lower())}
    )


def password_digest(password: str) -> bytes:
    return hashlib.sha1(password.encode(), usedforsecurity=False).digest()


def build_filter(digests: Collection[bytes], path: Path) -> None:
    """Write a filter that knows these digests."""
    bits = math.ceil(-len(digests) * math.log(FALSE_ALARMS) / math.log(2) ** 2 / 8) * 8
    probes = round(bits / len(digests) * math.log(2))
    field = bytearray(bits >> 3)
    for sha1 in digests:
        for place in _bit_positions(sha1, bits, probes):
            field[place >> 3] |= 1 << (place & 7)
    path.write_bytes(bits.to_bytes(8, "little") + bytes([probes]) + field)


def _bit_positions(sha1: bytes, bits: int, probes: int) -> Iterator[int]:
    """Double hashing: a start and a stride, both from the digest."""
    start = int.from_bytes(sha1[:8], "little")
    stride = int.from_bytes(sha1[8:16], "little") | 1
    return ((start + probe * stride) % bits for probe in range(probes))


WORD: Final = re.compile(r"[^\W\d_]+")
NUMBER: Final = re.compile(r"\d+")
REPEATED: Final = re.compile(r"(.+?)\1+")
ENDS: Final = re.compile(r"^[\W\d_]+|[\W\d_]+$")
SIGNS: Final = str.maketrans("@430157$", "aaeoists")
COUNTS: Final = ("01234567890123456789", "98765432109876543210")
FEW_DIGITS: Final = 4  # a year, or fewer


def is_common_password(password: str) -> bool:
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
