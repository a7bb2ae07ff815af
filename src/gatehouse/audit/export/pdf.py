r"""A table as a PDF document (ISO 32000-1), made page by page: nothing but the places of pages is kept.

Its font is one that every reader has, of Western letters; any other is written as `\u0416`.
"""

import zlib
from collections.abc import AsyncIterator, Iterator, Sequence
from itertools import zip_longest

WIDTH, HEIGHT, MARGIN = 842, 595, 36  # A4, across, in points
SIZE, LEADING = 6.5, 8
LETTERS = int((WIDTH - 2 * MARGIN) / (SIZE * 0.6))  # of Courier, whose letters are all as wide
LINES = (HEIGHT - 2 * MARGIN) // LEADING - 2  # without the titles
MOST_LINES = 8  # of one cell

CATALOG, PAGES, PLAIN, BOLD, FIRST_PAGE = 1, 2, 3, 4, 5


class Table:
    """`columns` are titles with the share of the width that each is given."""

    def __init__(self, columns: Sequence[tuple[str, int]]) -> None:
        whole = sum(share for _, share in columns)
        room = LETTERS - len(columns) + 1
        self._widths = [max(1, room * share // whole) for _, share in columns]
        self._titles = self._row([title for title, _ in columns])
        self._places: dict[int, int] = {}
        self._length = 0

    async def parts(self, rows: AsyncIterator[Sequence[str]]) -> AsyncIterator[bytes]:
        """The document, in parts. It ends before its time where `rows` fails, and is then none."""
        yield self._counted(b"%PDF-1.4\n")
        number, room = FIRST_PAGE, LINES - len(self._titles)
        page: list[bytes] = []
        async for cells in rows:
            lines = self._row(cells)
            if page and len(page) + len(lines) > room:
                yield self._page(number, page)
                number, page = number + 2, []
            page += lines
        yield self._page(number, page)
        yield self._end(number + 2)

    def _row(self, cells: Sequence[str]) -> list[bytes]:
        columns = [_wrapped(cell, width) for cell, width in zip(cells, self._widths, strict=True)]
        return [
            " ".join(
                (part or "").ljust(width) for part, width in zip(parts, self._widths, strict=True)
            )
            .rstrip()
            .encode("cp1252")
            for parts in zip_longest(*columns)
        ]

    def _page(self, number: int, lines: Sequence[bytes]) -> bytes:
        text = [b"/F2 %g Tf" % SIZE, *_shown(self._titles), b"T*"]
        text += [b"/F1 %g Tf" % SIZE, *_shown(lines)]
        content = b"BT %d TL %d %d Td\n%b\nET" % (
            LEADING, MARGIN, HEIGHT - MARGIN - LEADING, b"\n".join(text),
        )  # fmt: skip
        packed = zlib.compress(content)
        return self._object(
            number,
            b"<< /Type /Page /Parent %d 0 R /MediaBox [0 0 %d %d] /Contents %d 0 R /Resources"
            b" << /Font << /F1 %d 0 R /F2 %d 0 R >> >> >>"
            % (PAGES, WIDTH, HEIGHT, number + 1, PLAIN, BOLD),
        ) + self._object(
            number + 1,
            b"<< /Length %d /Filter /FlateDecode >>\nstream\n%b\nendstream" % (len(packed), packed),
        )

    def _end(self, count: int) -> bytes:
        pages = b" ".join(b"%d 0 R" % number for number in range(FIRST_PAGE, count, 2))
        head = self._object(CATALOG, b"<< /Type /Catalog /Pages %d 0 R >>" % PAGES)
        head += self._object(
            PAGES,
            b"<< /Type /Pages /Kids [%b] /Count %d >>" % (pages, (count - FIRST_PAGE) // 2),
        )
        for number, name in ((PLAIN, b"Courier"), (BOLD, b"Courier-Bold")):
            head += self._object(
                number,
                b"<< /Type /Font /Subtype /Type1 /BaseFont /%b /Encoding /WinAnsiEncoding >>"
                % name,
            )
        places = b"".join(b"%010d 00000 n \n" % self._places[one] for one in range(1, count))
        return head + (
            b"xref\n0 %d\n0000000000 65535 f \n%b" % (count, places)
            + b"trailer << /Size %d /Root %d 0 R >>\n" % (count, CATALOG)
            + b"startxref\n%d\n%%%%EOF\n" % self._length
        )

    def _object(self, number: int, content: bytes) -> bytes:
        self._places[number] = self._length
        return self._counted(b"%d 0 obj\n%b\nendobj\n" % (number, content))

    def _counted(self, part: bytes) -> bytes:
        self._length += len(part)
        return part


def _shown(lines: Sequence[bytes]) -> Iterator[bytes]:
    for one in lines:
        escaped = one.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")
        yield b"(%b) Tj T*" % escaped


def _wrapped(text: str, width: int) -> list[str]:
    """At least one line; what is beyond the last is left out, and it says so."""
    plain = "".join(letter if letter.isprintable() else " " for letter in text)
    letters = plain.encode("cp1252", "backslashreplace").decode("cp1252")
    lines = [letters[place : place + width] for place in range(0, len(letters), width)] or [""]
    if len(lines) > MOST_LINES:
        lines = [*lines[: MOST_LINES - 1], lines[MOST_LINES - 1][: width - 1] + "…"]
    return lines
