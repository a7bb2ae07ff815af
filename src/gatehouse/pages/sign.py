"""The sign of a vendor that has no picture: its first letter on its accent."""

from html import escape
from urllib.parse import quote

from gatehouse.vendor.brand.service import Brand


def icon_address(brand: Brand) -> str:
    """Of the vendor's icon; without one its sign, in the address itself."""
    return brand.icon or "data:image/svg+xml," + quote(initial_letter(brand))


def initial_letter(brand: Brand) -> str:
    letter = escape(brand.name[:1].upper())
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
        f'<rect width="32" height="32" rx="6.4" fill="{brand.accent_hex}" />'
        f'<text x="16" y="22" fill="{brand.ink_hex}" font-family="Inter, system-ui, sans-serif" '
        f'font-size="17" font-weight="600" text-anchor="middle">{letter}</text></svg>'
    )
