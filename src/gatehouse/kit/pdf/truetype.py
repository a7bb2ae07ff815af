"""A font file (ISO 14496-22): which letters it has, and a smaller one of those that are used."""

import struct
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

# What a reader of documents needs of a font whose letters are named by their number.
NEEDED = (b"cvt ", b"fpgm", b"glyf", b"head", b"hhea", b"hmtx", b"loca", b"maxp", b"prep")
COMPOSITE_WORDS, COMPOSITE_MORE = 0x0001, 0x0020
# How long the scale is that each part of a composed letter may have, by its flag.
SCALES = ((0x0008, 2), (0x0040, 4), (0x0080, 8))


class TrueType:
    def __init__(self, path: Path) -> None:
        self._path = path

    @cached_property
    def _tables(self) -> dict[bytes, bytes]:
        data = self._path.read_bytes()
        (count,) = struct.unpack_from(">H", data, 4)
        found = {}
        for number in range(count):
            name, _, start, length = struct.unpack_from(">4sLLL", data, 12 + 16 * number)
            found[name] = data[start : start + length]
        return found

    @cached_property
    def glyphs(self) -> dict[int, int]:
        """The number of the drawing of each letter, by its code point."""
        cmap = self._tables[b"cmap"]
        (count,) = struct.unpack_from(">H", cmap, 2)
        for number in range(count):
            platform, encoding, start = struct.unpack_from(">HHL", cmap, 4 + 8 * number)
            (form,) = struct.unpack_from(">H", cmap, start)
            if (platform, encoding, form) == (3, 1, 4):
                return _format_4(cmap[start:])
        raise ValueError(f"{self._path.name} has no letters of Unicode")

    @cached_property
    def places(self) -> tuple[int, ...]:
        """Where each drawing begins, and the last one ends."""
        (is_long,) = struct.unpack_from(">h", self._tables[b"head"], 50)
        loca = self._tables[b"loca"]
        if is_long:
            return struct.unpack(f">{len(loca) // 4}L", loca)
        return tuple(2 * one for one in struct.unpack(f">{len(loca) // 2}H", loca))

    @property
    def box(self) -> tuple[int, ...]:
        """What all letters fit in, in thousandths of the size."""
        return tuple(
            self._scaled(one) for one in struct.unpack_from(">4h", self._tables[b"head"], 36)
        )

    @property
    def heights(self) -> tuple[int, int]:
        """Above and below the line, in thousandths of the size."""
        above, below = struct.unpack_from(">2h", self._tables[b"hhea"], 4)
        return self._scaled(above), self._scaled(below)

    @property
    def width(self) -> int:
        """Of every letter, in thousandths of the size."""
        (units,) = struct.unpack_from(">H", self._tables[b"hmtx"])
        return self._scaled(units)

    def _scaled(self, units: int) -> int:
        whole: int
        (whole,) = struct.unpack_from(">H", self._tables[b"head"], 18)
        return round(units * 1000 / whole)

    def subset(self, glyphs: Iterable[int]) -> bytes:
        """A font with the same numbers in which no other letter is drawn."""
        kept, glyf = {0}, self._tables[b"glyf"]
        waiting = list(glyphs)
        while waiting:
            glyph = waiting.pop()
            if glyph not in kept:
                kept.add(glyph)
                waiting += _parts(glyf[self.places[glyph] : self.places[glyph + 1]])
        drawings, places = b"", [0]
        for glyph in range(len(self.places) - 1):
            if glyph in kept:
                drawings += glyf[self.places[glyph] : self.places[glyph + 1]]
                drawings += b"\0" * (-len(drawings) % 4)
            places.append(len(drawings))
        head = bytearray(self._tables[b"head"])
        struct.pack_into(">h", head, 50, 1)
        changed = {
            b"glyf": drawings,
            b"loca": struct.pack(f">{len(places)}L", *places),
            b"head": bytes(head),
        }
        return _file({name: changed.get(name, self._tables[name]) for name in NEEDED})


def _format_4(table: bytes) -> dict[int, int]:
    (double,) = struct.unpack_from(">H", table, 6)
    count = double // 2
    ends = struct.unpack_from(f">{count}H", table, 14)
    starts = struct.unpack_from(f">{count}H", table, 16 + double)
    deltas = struct.unpack_from(f">{count}H", table, 16 + 2 * double)
    offsets = struct.unpack_from(f">{count}H", table, 16 + 3 * double)
    found = {}
    for segment, (first, last) in enumerate(zip(starts, ends, strict=True)):
        for letter in range(first, min(last, 0xFFFE) + 1):
            glyph = letter
            if offsets[segment]:
                place = 16 + 3 * double + 2 * segment + offsets[segment] + 2 * (letter - first)
                (glyph,) = struct.unpack_from(">H", table, place)
                if not glyph:
                    continue
            if glyph := (glyph + deltas[segment]) & 0xFFFF:
                found[letter] = glyph
    return found


def _parts(drawing: bytes) -> list[int]:
    """The drawings that this one is composed of."""
    if len(drawing) < 10 or struct.unpack_from(">h", drawing)[0] >= 0:
        return []
    found, place, flags = [], 10, COMPOSITE_MORE
    while flags & COMPOSITE_MORE:
        flags, glyph = struct.unpack_from(">HH", drawing, place)
        found.append(glyph)
        place += 4 + (4 if flags & COMPOSITE_WORDS else 2)
        place += next((length for flag, length in SCALES if flags & flag), 0)
    return found


def _file(tables: dict[bytes, bytes]) -> bytes:
    head, body = b"", b""
    start = 12 + 16 * len(tables)
    for name, table in sorted(tables.items()):
        padded = table + b"\0" * (-len(table) % 4)
        check = sum(struct.unpack(f">{len(padded) // 4}L", padded)) & 0xFFFFFFFF
        head += struct.pack(">4sLLL", name, check, start + len(body), len(table))
        body += padded
    power = len(tables).bit_length() - 1
    search = 16 << power
    return (
        struct.pack(">LHHHH", 0x00010000, len(tables), search, power, 16 * len(tables) - search)
        + head
        + body
    )
