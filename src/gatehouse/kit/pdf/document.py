"""A PDF document of text (ISO 32000-1), written page by page. Only the offsets of the pages and the used
letters of the embedded font are kept."""

import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gatehouse.kit.pdf.document_fonts import DocumentFonts
from gatehouse.kit.pdf.letters import Font, split_by_font

CATALOG, PAGES, FONTS, FIRST_PAGE = 1, 2, 3, 4
REGULAR, BOLD = b"F1", b"F2"
LETTER_WIDTH = 0.6  # of the size; all letters of Courier are equally wide


@dataclass(frozen=True, slots=True)
class PageLayout:
    """Sizes in points."""

    width: int
    height: int
    margin: int
    size: float
    leading: int

    @property
    def letters_per_line(self) -> int:
        return int((self.width - 2 * self.margin) / (self.size * LETTER_WIDTH))

    @property
    def lines_per_page(self) -> int:
        return (self.height - 2 * self.margin) // self.leading


class PdfDocument:
    """Call `start`, `add_page` for each page, and `end`. Each returns the next part of the document."""

    def __init__(self, layout: PageLayout) -> None:
        self._layout = layout
        self._fonts = DocumentFonts()
        self._offsets: dict[int, int] = {}
        self._length = 0
        self._next_number = FIRST_PAGE

    def start(self) -> bytes:
        return self._count_bytes(b"%PDF-1.4\n")

    def add_page(self, heading: Iterable[str], lines: Iterable[str]) -> bytes:
        """Write the heading in bold, a blank line, and the lines. No line may be wider than the page."""
        layout, number = self._layout, self._next_number
        self._next_number += 2
        text = [*self._draw_lines(heading, BOLD), b"T*", *self._draw_lines(lines, REGULAR)]
        content = b"BT %d TL %d %d Td\n%b\nET" % (
            layout.leading, layout.margin, layout.height - layout.margin - layout.leading,
            b"\n".join(text),
        )  # fmt: skip
        packed = zlib.compress(content)
        return self._write_object(
            number,
            b"<< /Type /Page /Parent %d 0 R /MediaBox [0 0 %d %d] /Contents %d 0 R /Resources"
            b" << /Font %d 0 R >> >>" % (PAGES, layout.width, layout.height, number + 1, FONTS),
        ) + self._write_object(
            number + 1,
            b"<< /Length %d /Filter /FlateDecode >>\nstream\n%b\nendstream" % (len(packed), packed),
        )

    def end(self) -> bytes:
        count = self._next_number
        pages = b" ".join(b"%d 0 R" % number for number in range(FIRST_PAGE, count, 2))
        tail = self._write_object(CATALOG, b"<< /Type /Catalog /Pages %d 0 R >>" % PAGES)
        tail += self._write_object(
            PAGES,
            b"<< /Type /Pages /Kids [%b] /Count %d >>" % (pages, (count - FIRST_PAGE) // 2),
        )
        named, objects = self._fonts.build_objects(count)
        tail += self._write_object(FONTS, named)
        for content in objects:
            tail += self._write_object(count, content)
            count += 1
        offsets = b"".join(b"%010d 00000 n \n" % self._offsets[one] for one in range(1, count))
        return tail + (
            b"xref\n0 %d\n0000000000 65535 f \n%b" % (count, offsets)
            + b"trailer << /Size %d /Root %d 0 R >>\n" % (count, CATALOG)
            + b"startxref\n%d\n%%%%EOF\n" % self._length
        )

    def _draw_lines(self, lines: Iterable[str], usual: bytes) -> Iterator[bytes]:
        size = self._layout.size
        yield b"/%b %g Tf" % (usual, size)
        for line in lines:
            for font, letters in split_by_font(line):
                if font is Font.WESTERN:
                    escaped = re.sub(rb"([\\\\()])", rb"\\\1", letters.encode("cp1252"))
                    yield b"(%b) Tj" % escaped
                    continue
                codes = self._fonts.encode_letters(font, letters).hex().encode()
                # A wide letter is as wide as two others.
                gap = size * (2 * LETTER_WIDTH - 1) if font.cells == 2 else 0
                yield b"/%b %g Tf %g Tc <%b> Tj 0 Tc /%b %g Tf" % (
                    font.value.encode(), size, gap, codes, usual, size,
                )  # fmt: skip
            yield b"T*"

    def _write_object(self, number: int, content: bytes) -> bytes:
        self._offsets[number] = self._length
        return self._count_bytes(b"%d 0 obj\n%b\nendobj\n" % (number, content))

    def _count_bytes(self, part: bytes) -> bytes:
        self._length += len(part)
        return part
