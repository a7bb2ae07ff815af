"""The tables of the vendor's document. Most belong to areas above; the entry point registers them."""

from collections.abc import Sequence

from gatehouse.vendor.document.section import DocumentSection

_sections: list[DocumentSection] = []


def register_sections(sections: Sequence[DocumentSection]) -> None:
    """All of them, in the order in which they are shown and written; again replaces them."""
    _sections[:] = sections


def registered_sections() -> Sequence[DocumentSection]:
    if not _sections:
        raise LookupError("The entry point has not registered the tables of the document")
    return tuple(_sections)
