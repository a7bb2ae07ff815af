"""The fonts of one document, as its objects (ISO 32000-1 §9.6 to §9.10)."""

import unicodedata
import zlib
from collections.abc import Sequence

from gatehouse.kit.pdf.embedded_font import load_embedded_font
from gatehouse.kit.pdf.letters import Font

NAME = b"GHSSET+DejaVuSansMono"
TYPE_1 = b"<< /Type /Font /Subtype /Type1 /BaseFont /%b /Encoding /WinAnsiEncoding >>"
# Name, encoding, and collection. A PDF reader that lacks the font takes another one of the language.
READER_FONTS = {
    Font.CHINESE: (b"STSong-Light", b"UniGB-UTF16-H", b"GB1", 5),
    Font.KOREAN: (b"HYSMyeongJo-Medium", b"UniKS-UTF16-H", b"Korea1", 2),
}
FIXED_PITCH, SYMBOLIC = 1, 4
MAPPING = b"""/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapName /Letters def /CMapType 2 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
%b
endcmap CMapName currentdict /CMap defineresource pop end end"""
MAX_RANGES = 100
# First bytes of the two halves of a letter beyond U+FFFF.
SURROGATES = range(0xD8, 0xE0)


class DocumentFonts:
    def __init__(self) -> None:
        self._used: dict[int, str] = {}
        self._reader_fonts: set[Font] = set()

    def encode_letters(self, font: Font, letters: str) -> bytes:
        """The codes of the letters in this font."""
        if font is not Font.EMBEDDED:
            self._reader_fonts.add(font)
            return letters.encode("utf-16-be")
        found = b""
        for letter in letters:
            glyph = load_embedded_font().find_glyph(letter) or 0
            # Copying and searching find the letter itself, in whichever form it is drawn.
            self._used.setdefault(glyph, unicodedata.normalize("NFKC", letter))
            found += glyph.to_bytes(2)
        return found

    def build_objects(self, first: int) -> tuple[bytes, list[bytes]]:
        """The dictionary of all fonts, and the objects that it names, numbered from `first` on."""
        named = {b"F1": TYPE_1 % b"Courier", b"F2": TYPE_1 % b"Courier-Bold"}
        found: list[bytes] = []
        if self._used:
            named[Font.EMBEDDED.value.encode()], more = self._build_embedded(first)
            found += more
        for font in sorted(self._reader_fonts, key=lambda one: one.value):
            named[font.value.encode()], more = _build_reader_font(font, first + len(found))
            found += more
        fonts = b" ".join(b"/%b %b" % (name, content) for name, content in named.items())
        return b"<< %b >>" % fonts, found

    def _build_embedded(self, first: int) -> tuple[bytes, list[bytes]]:
        font = load_embedded_font()
        box = b" ".join(b"%d" % one for one in font.box)
        file = font.build_subset(self._used)
        return _build_composite_font(NAME, b"/Identity-H", first, first + 1), [
            b"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /%b /CIDSystemInfo << /Registry (Adobe)"
            b" /Ordering (Identity) /Supplement 0 >> /DW %d /CIDToGIDMap /Identity"
            b" /FontDescriptor %d 0 R >>" % (NAME, font.letter_width, first + 2),
            _build_unicode_map(
                [(glyph, glyph, text) for glyph, text in sorted(self._used.items())]
            ),
            b"<< /Type /FontDescriptor /FontName /%b /Flags %d /FontBBox [%b] /ItalicAngle 0"
            b" /Ascent %d /Descent %d /CapHeight %d /StemV 80 /FontFile2 %d 0 R >>"
            % (
                NAME,
                FIXED_PITCH | SYMBOLIC,
                box,
                font.ascent,
                font.descent,
                font.ascent,
                first + 3,
            ),
            _build_packed_stream(file, b" /Length1 %d" % len(file)),
        ]


def _build_reader_font(font: Font, first: int) -> tuple[bytes, list[bytes]]:
    name, encoding, collection, supplement = READER_FONTS[font]
    highs = [high for high in range(256) if high not in SURROGATES]
    rows = [(high << 8, high << 8 | 0xFF, chr(high << 8)) for high in highs]
    return _build_composite_font(name, b"/" + encoding, first, first + 1), [
        b"<< /Type /Font /Subtype /CIDFontType0 /BaseFont /%b /CIDSystemInfo << /Registry (Adobe)"
        b" /Ordering (%b) /Supplement %d >> /DW 1000 /FontDescriptor %d 0 R >>"
        % (name, collection, supplement, first + 2),
        _build_unicode_map(rows),
        b"<< /Type /FontDescriptor /FontName /%b /Flags %d /FontBBox [-25 -254 1000 880]"
        b" /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>" % (name, SYMBOLIC),
    ]


def _build_composite_font(name: bytes, encoding: bytes, font: int, mapping: int) -> bytes:
    return (
        b"<< /Type /Font /Subtype /Type0 /BaseFont /%b /Encoding %b /DescendantFonts [%d 0 R]"
        b" /ToUnicode %d 0 R >>" % (name, encoding, font, mapping)
    )


def _build_unicode_map(ranges: Sequence[tuple[int, int, str]]) -> bytes:
    """Map the codes to text, so that a reader can copy and search."""
    parts = []
    for start in range(0, len(ranges), MAX_RANGES):
        part = ranges[start : start + MAX_RANGES]
        lines = [
            b"<%04X> <%04X> <%b>" % (first, last, text.encode("utf-16-be").hex().upper().encode())
            for first, last, text in part
        ]
        parts.append(b"%d beginbfrange\n%b\nendbfrange" % (len(part), b"\n".join(lines)))
    return _build_packed_stream(MAPPING % b"\n".join(parts))


def _build_packed_stream(content: bytes, more: bytes = b"") -> bytes:
    packed = zlib.compress(content)
    return b"<< /Length %d /Filter /FlateDecode%b >>\nstream\n%b\nendstream" % (
        len(packed), more, packed,
    )  # fmt: skip
