"""The two kinds of files: CSV (RFC 4180) that no spreadsheet takes for formulas, and a PDF table that is
written page by page."""

import re
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from itertools import zip_longest
from pathlib import Path
from typing import Any

import orjson

from gatehouse.kit.pdf.document import PageLayout, PdfDocument
from gatehouse.kit.pdf.letters import count_cells, to_printable, wrap_text

# Byte order mark: with it Excel recognizes UTF-8.
MARK = "\ufeff"
FORMULA = tuple("=+-@\t\r\n|%＝＋－＠")
QUOTED = re.compile(r'[",\r\n;\t]')


def format_csv_line(values: Sequence[Any]) -> str:
    return ",".join(format_csv_cell(value) for value in values) + "\r\n"


def write_audit_csv(path: Path, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    text = "".join(format_csv_line(one) for one in (columns, *rows))
    path.write_text(MARK + text, encoding="utf-8", newline="")


def format_csv_cell(value: Any) -> str:
    """In a text that a spreadsheet would compute, an apostrophe comes first. A line ends only a row: inside
    of a cell it is a single line feed."""
    shown = to_cell_text(value).replace("\r\n", "\n").replace("\r", "\n")
    if shown.lstrip(" ").startswith(FORMULA):
        shown = f"'{shown}"
    return '"' + shown.replace('"', '""') + '"' if QUOTED.search(shown) else shown


def to_cell_text(value: Any) -> str:
    """Moments as ISO 8601, objects as JSON."""
    match value:
        case None:
            return ""
        case datetime():
            return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
        case dict():
            return orjson.dumps(value, default=str).decode()
    return str(value)


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
        self._titles = self._layout_row([title for title, _ in columns])

    async def render_parts(self, rows: AsyncIterator[Sequence[str]]) -> AsyncIterator[bytes]:
        """The document, part by part. When `rows` fails it breaks off, and is no valid document."""
        yield self._document.start()
        room = LINES - len(self._titles)
        page: list[str] = []
        async for texts in rows:
            lines = self._layout_row(texts)
            if page and len(page) + len(lines) > room:
                yield self._document.add_page(self._titles, page)
                page = []
            page += lines
        yield self._document.add_page(self._titles, page)
        yield self._document.end()

    def _layout_row(self, texts: Sequence[str]) -> list[str]:
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
    lines = wrap_text(to_printable(text), width)
    if len(lines) > MOST_LINES:
        last = wrap_text(lines[MOST_LINES - 1], width - 1)[0] if width > 2 else ""
        lines = [*lines[: MOST_LINES - 1], last + "…"]
    return lines
