"""Read the brand: name and marks of the vendor, colors and font of the `adminBox` metadata (wire
reference §9). Vendors write metadata by hand, so anything may stand anywhere in it."""

from typing import Any, Literal

from gatehouse.kit.db import Db
from gatehouse.vendor.brand.color import DEFAULT_ACCENT, to_hex
from gatehouse.vendor.brand.models import Brand
from gatehouse.vendor.client.service import find_metadata
from gatehouse.vendor.configuration.service import get_vendor

__all__ = ["DEFAULT_ACCENT", "Box", "Brand", "read_brand"]

# The two things that a vendor can dress, by their names in the metadata.
Box = Literal["adminPortal", "loginBox"]


async def read_brand(db: Db, box: Box) -> Brand:
    vendor = await get_vendor(db)
    metadata = await find_metadata(db, "adminBox")
    written = metadata.configuration if metadata else {}
    theme, theme_v2 = _at(written, "theme"), _at(written, "themeV2")
    looks = [_at(theme_v2, box), theme_v2, theme]
    colors = [
        color
        for look in looks
        for primary in [_at(look, "palette", "primary")]
        for color in (primary, _at(primary, "main"))
    ]
    fonts = [_at(look, "typographyStyleOptions", "fontFamily") for look in looks]
    accent = _first_text(colors)
    return Brand(
        name=vendor.name,
        logo=vendor.logo_url,
        icon=vendor.icon_url,
        accent=accent if accent and to_hex(accent) else None,
        font=_first_text(fonts),
    )


def _at(value: Any, *path: str) -> Any:
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _first_text(values: list[Any]) -> str | None:
    return next((value for value in values if isinstance(value, str) and value), None)
