"""A document contains the drawings of the letters that it uses, and of no other."""

import re
import zlib

import uharfbuzz

from gatehouse.kit.pdf.document import PageLayout, PdfDocument
from gatehouse.kit.pdf.embedded_font import PATH, load_embedded_font

LAYOUT = PageLayout(595, 842, margin=56, size=10, leading=16)


def write(*lines: str) -> bytes:
    document = PdfDocument(LAYOUT)
    return document.start() + document.add_page(["Title"], lines) + document.end()


def outline(font: uharfbuzz.Font, glyph: int) -> list[tuple[float, ...]]:
    points: list[tuple[float, ...]] = []
    functions = uharfbuzz.DrawFuncs()
    functions.set_move_to_func(lambda *given: points.append(given[:2]))
    functions.set_line_to_func(lambda *given: points.append(given[:2]))
    functions.set_quadratic_to_func(lambda *given: points.append(given[:4]))
    font.draw_glyph(glyph, functions)
    return points


def test_the_font_of_a_document_draws_the_letters_that_are_used():
    (packed,) = re.findall(
        rb"/Length1 \d+ >>\nstream\n(.*?)\nendstream", write("Жук é ṩ"), re.DOTALL
    )
    subset = uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob(zlib.decompress(packed))))
    whole = uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(PATH)))
    for letter in "Жукṩ":
        glyph = load_embedded_font().find_glyph(letter)
        assert glyph is not None
        assert outline(subset, glyph) == outline(whole, glyph) != []
    unused = load_embedded_font().find_glyph("Щ")
    assert unused is not None
    assert outline(subset, unused) == []


def test_western_text_needs_no_font_in_the_document(monkeypatch):
    def fail() -> None:
        raise AssertionError("The font was opened")

    for module in ("letters", "document_fonts"):
        monkeypatch.setattr(f"gatehouse.kit.pdf.{module}.load_embedded_font", fail)
    assert b"FontFile2" not in write("Jürgen paid 5 €")
