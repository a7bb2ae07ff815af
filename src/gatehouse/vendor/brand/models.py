from dataclasses import dataclass

from gatehouse.vendor.brand.color import DEFAULT_ACCENT, ink_on, to_hex


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
        return ink_on(self.accent_hex)
