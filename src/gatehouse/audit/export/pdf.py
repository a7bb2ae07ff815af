"""A table as a PDF document, written page by page."""

from collections.abc import AsyncIterator, Sequence
from itertools import zip_longest

from gatehouse.kit.pdf.document import PageLayout, PdfDocument
from gatehouse.kit.pdf.letters import count_cells, to_printable, wrap

LAYOUT = PageLayout(842, 595, margin=36, size=6.5, leading=8)  # A4, across
LINES = LAYOUT.lines_per_page - 2  # without the titles
MOST_LINES = 8  # of one cell


class PdfTable:
    """`columns` are titles with their share of the width."""

    def __init__(self, columns: Sequence[tuple[str, int]]) -> None:
        whole = sum(share for _, share in columns)
        room = LAYOUT.letters_per_line - len(columns) + 1
        self._widths = [max(1, room * share // whole) for _, share in columns]
        self._document = PdfDocument(LAYOUT)
        self._titles = self._row([title for title, _ in columns])

    async def parts(self, rows: AsyncIterator[Sequence[str]]) -> AsyncIterator[bytes]:
        """The document, part by part. When `rows` fails it breaks off, and is no valid document."""
        yield self._document.start()
        room = LINES - len(self._titles)
        page: list[str] = []
        async for texts in rows:
            lines = self._row(texts)
            if page and len(page) + len(lines) > room:
                yield self._document.add_page(self._titles, page)
                page = []
            page += lines
        yield self._document.add_page(self._titles, page)
        yield self._document.end()

    def _row(self, texts: Sequence[str]) -> list[str]:
        columns = [_wrap_text(text, width) for text, width in zip(texts, self._widths, strict=True)]
        return [
            " ".join(
                _pad_text(part or "", width)
                for part, width in zip(parts, self._widths, strict=True)
            ).rstrip()
            for parts in zip_longest(*columns)
        ]


def _pad_text(text: str, width: int) -> str:
    return text + " " * (width - count_cells(text))


def _wrap_text(text: str, width: int) -> list[str]:
    """At least one line, at most `MOST_LINES`; an ellipsis marks text that is left out."""
    lines = wrap(to_printable(text), width)
    if len(lines) > MOST_LINES:
        last = wrap(lines[MOST_LINES - 1], width - 1)[0] if width > 2 else ""
        lines = [*lines[: MOST_LINES - 1], last + "…"]
    return lines
