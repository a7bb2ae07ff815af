"""The brand in force: name and logos of the vendor, colors and font of the `adminBox` metadata (wire
reference §9). Vendors write metadata by hand, so any value may be of any type."""

from dataclasses import dataclass
from typing import Any, Literal

from gatehouse.vendor.brand.color import DEFAULT_ACCENT, choose_ink, to_hex
from gatehouse.vendor.client.service import ADMIN_BOX, find_metadata
from gatehouse.vendor.configuration.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Brand:
    """`accent` is as the vendor wrote it, and safe in a stylesheet; None where nothing, or nothing that
    is a color, is set."""

    name: str
    logo: str | None = None
    icon: str | None = None
    accent: str | None = None
    font: str | None = None

    @property
    def accent_hex(self) -> str:
        """Hex color for mail programs and icons, which support no newer notation."""
        return to_hex(self.accent or "") or DEFAULT_ACCENT

    @property
    def ink_hex(self) -> str:
        """Text color with enough contrast on the accent."""
        return choose_ink(self.accent_hex)


__all__ = ["DEFAULT_ACCENT", "Box", "Brand", "authenticator_name", "brand_of"]

# The two things that a vendor can dress, by their names in the metadata.
Box = Literal["adminPortal", "loginBox"]


def brand_of(configuration: Snapshot, box: Box) -> Brand:
    vendor = configuration.vendor
    metadata = find_metadata(configuration, ADMIN_BOX)
    written = metadata.configuration if metadata else {}
    theme, theme_v2 = _find_nested_value(written, "theme"), _find_nested_value(written, "themeV2")
    looks = [_find_nested_value(theme_v2, box), theme_v2, theme]
    colors = [
        color
        for look in looks
        for primary in [_find_nested_value(look, "palette", "primary")]
        for color in (primary, _find_nested_value(primary, "main"))
    ]
    fonts = [_find_nested_value(look, "typographyStyleOptions", "fontFamily") for look in looks]
    accent = _find_first_text(colors)
    return Brand(
        name=vendor.name,
        logo=vendor.logo_url,
        icon=vendor.icon_url,
        accent=accent if accent and to_hex(accent) else None,
        font=_find_first_text(fonts),
    )


def authenticator_name(configuration: Snapshot) -> str:
    """Name that authenticator apps show beside the codes."""
    return configuration.vendor.authenticator_name or brand_of(configuration, "loginBox").name


def _find_nested_value(value: Any, *path: str) -> Any:
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _find_first_text(values: list[Any]) -> str | None:
    return next((value for value in values if isinstance(value, str) and value), None)
