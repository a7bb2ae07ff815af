"""A table as a PDF document (ISO 32000-1), made page by page: nothing is kept but the places of pages, and
which letters were used of the font that is put into it."""

import re
import zlib
from collections.abc import AsyncIterator, Iterator, Sequence
from itertools import zip_longest

from gatehouse.audit.export.document_fonts import Fonts
from gatehouse.audit.export.letters import Font, cells, cut, readable, runs

WIDTH, HEIGHT, MARGIN = 842, 595, 36  # A4, across, in points
SIZE, LEADING = 6.5, 8
LETTERS = int((WIDTH - 2 * MARGIN) / (SIZE * 0.6))  # of Courier, whose letters are all as wide
LINES = (HEIGHT - 2 * MARGIN) // LEADING - 2  # without the titles
MOST_LINES = 8  # of one cell

CATALOG, PAGES, FONTS, FIRST_PAGE = 1, 2, 3, 4
# So that a wide letter is as wide as two others.
WIDE_GAP = SIZE * 0.2


class Table:
    """`columns` are titles with the share of the width that each is given."""

    def __init__(self, columns: Sequence[tuple[str, int]]) -> None:
        whole = sum(share for _, share in columns)
        room = LETTERS - len(columns) + 1
        self._widths = [max(1, room * share // whole) for _, share in columns]
        self._fonts = Fonts()
        self._titles = self._row([title for title, _ in columns])
        self._places: dict[int, int] = {}
        self._length = 0

    async def parts(self, rows: AsyncIterator[Sequence[str]]) -> AsyncIterator[bytes]:
        """The document, in parts. It ends before its time where `rows` fails, and is then none."""
        yield self._counted(b"%PDF-1.4\n")
        number, room = FIRST_PAGE, LINES - len(self._titles)
        page: list[str] = []
        async for texts in rows:
            lines = self._row(texts)
            if page and len(page) + len(lines) > room:
                yield self._page(number, page)
                number, page = number + 2, []
            page += lines
        yield self._page(number, page)
        yield self._end(number + 2)

    def _row(self, texts: Sequence[str]) -> list[str]:
        columns = [_wrapped(text, width) for text, width in zip(texts, self._widths, strict=True)]
        return [
            " ".join(
                _padded(part or "", width) for part, width in zip(parts, self._widths, strict=True)
            ).rstrip()
            for parts in zip_longest(*columns)
        ]

    def _page(self, number: int, lines: Sequence[str]) -> bytes:
        text = [*self._shown(self._titles, b"F2"), b"T*", *self._shown(lines, b"F1")]
        content = b"BT %d TL %d %d Td\n%b\nET" % (
            LEADING, MARGIN, HEIGHT - MARGIN - LEADING, b"\n".join(text),
        )  # fmt: skip
        packed = zlib.compress(content)
        return self._object(
            number,
            b"<< /Type /Page /Parent %d 0 R /MediaBox [0 0 %d %d] /Contents %d 0 R /Resources"
            b" << /Font %d 0 R >> >>" % (PAGES, WIDTH, HEIGHT, number + 1, FONTS),
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
        named, objects = self._fonts.objects(count)
        head += self._object(FONTS, named)
        for content in objects:
            head += self._object(count, content)
            count += 1
        places = b"".join(b"%010d 00000 n \n" % self._places[one] for one in range(1, count))
        return head + (
            b"xref\n0 %d\n0000000000 65535 f \n%b" % (count, places)
            + b"trailer << /Size %d /Root %d 0 R >>\n" % (count, CATALOG)
            + b"startxref\n%d\n%%%%EOF\n" % self._length
        )

    def _shown(self, lines: Sequence[str], usual: bytes) -> Iterator[bytes]:
        yield b"/%b %g Tf" % (usual, SIZE)
        for line in lines:
            for font, letters in runs(line):
                if font is Font.WESTERN:
                    escaped = re.sub(rb"([\\\\()])", rb"\\\1", letters.encode("cp1252"))
                    yield b"(%b) Tj" % escaped
                    continue
                shown = self._fonts.written(font, letters).hex().encode()
                gap = WIDE_GAP if font.cells == 2 else 0
                yield b"/%b %g Tf %g Tc <%b> Tj 0 Tc /%b %g Tf" % (
                    font.value.encode(), SIZE, gap, shown, usual, SIZE,
                )  # fmt: skip
            yield b"T*"

    def _object(self, number: int, content: bytes) -> bytes:
        self._places[number] = self._length
        return self._counted(b"%d 0 obj\n%b\nendobj\n" % (number, content))

    def _counted(self, part: bytes) -> bytes:
        self._length += len(part)
        return part


def _padded(text: str, width: int) -> str:
    return text + " " * (width - cells(text))


def _wrapped(text: str, width: int) -> list[str]:
    """At least one line; what is beyond the last is left out, and it says so."""
    lines = cut(readable(text), width)
    if len(lines) > MOST_LINES:
        last = cut(lines[MOST_LINES - 1], width - 1)[0] if width > 2 else ""
        lines = [*lines[: MOST_LINES - 1], last + "…"]
    return lines
