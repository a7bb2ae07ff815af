"""Plain text as a PDF document."""

from collections.abc import Sequence

from gatehouse.kit.pdf.document import PageLayout, PdfDocument
from gatehouse.kit.pdf.letters import to_printable, wrap_text

LAYOUT = PageLayout(595, 842, margin=56, size=10, leading=16)  # A4
LINES = (
    LAYOUT.lines_per_page - 3
)  # without the title, which may take two, and the blank line below it


def render_text_pdf(title: str, lines: Sequence[str]) -> bytes:
    """A document with the title on each page. Long lines are wrapped, and continue on the next page."""
    document = PdfDocument(LAYOUT)
    heading = wrap_text(to_printable(title), LAYOUT.letters_per_line)[:2]
    wrapped = [
        part for line in lines for part in wrap_text(to_printable(line), LAYOUT.letters_per_line)
    ]
    parts = [document.start()]
    for first in range(0, len(wrapped), LINES):
        parts.append(document.add_page(heading, wrapped[first : first + LINES]))
    return b"".join([*parts, document.end()])
