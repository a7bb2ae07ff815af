"""The tables of the vendor's document. Most belong to areas above; `vendor_sections.py` registers them."""

from collections.abc import Sequence

from gatehouse.kit.manifest import Registry
from gatehouse.vendor.document.section import DocumentSection

_SECTIONS: Registry[DocumentSection] = Registry("document_sections")


def register_sections(sections: Sequence[DocumentSection]) -> None:
    """Register all, in the order in which they are shown and written."""
    for section in sections:
        _SECTIONS.add_item(section)


async def load_sections() -> Sequence[DocumentSection]:
    return await _SECTIONS.load_items_in_thread()
