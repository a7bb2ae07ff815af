"""The font of which a document contains the letters that it uses. HarfBuzz reads it and cuts it down."""

import struct
from collections.abc import Iterable
from functools import cache
from pathlib import Path

PATH = Path(__file__).parent / "fonts" / "DejaVuSansMono.ttf"
# A document names letters by the number of their glyph, so it needs nothing that leads from text to glyphs.
UNUSED_TABLES = ("GDEF", "GPOS", "GSUB", "OS/2", "cmap", "gasp", "name", "post")


class EmbeddedFont:
    """Sizes are in thousandths of the size of the text."""

    def __init__(self, path: Path) -> None:
        # Loads 5 MB, and only documents with other than Western letters need it.
        import uharfbuzz

        self._library = uharfbuzz
        self._face = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(path))
        self._font = uharfbuzz.Font(self._face)
        extents = self._font.get_font_extents("ltr")
        self.ascent = self._scale_to_thousandths(extents.ascender)
        self.descent = self._scale_to_thousandths(extents.descender)
        self.letter_width = self._scale_to_thousandths(self._font.get_glyph_h_advance(0))
        box = struct.unpack_from(">4h", self._face.reference_table("head").data, 36)
        self.box = tuple(map(self._scale_to_thousandths, box))

    def find_glyph(self, letter: str) -> int | None:
        glyph: int | None = self._font.get_nominal_glyph(ord(letter))
        return glyph

    def build_subset(self, glyphs: Iterable[int]) -> bytes:
        """A font file in which these glyphs keep their numbers and all others are empty."""
        library = self._library
        wanted = library.SubsetInput()
        wanted.flags = (
            library.SubsetFlags.RETAIN_GIDS
            | library.SubsetFlags.NOTDEF_OUTLINE
            | library.SubsetFlags.NO_LAYOUT_CLOSURE
        )
        wanted.glyph_set.update(glyphs)
        wanted.drop_table_tag_set.update(int.from_bytes(tag.encode()) for tag in UNUSED_TABLES)
        content: bytes = library.subset(self._face, wanted).blob.data
        return content

    def _scale_to_thousandths(self, units: int) -> int:
        units_per_em: int = self._face.upem
        return round(units * 1000 / units_per_em)


@cache
def load_embedded_font() -> EmbeddedFont:
    return EmbeddedFont(PATH)
