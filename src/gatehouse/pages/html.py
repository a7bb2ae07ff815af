"""The built HTML of the web apps, in the vendor's looks before any script runs.

A built page leaves two places open: `<!--brand-->` in its head, and an empty `data-vendor` element
where the outline that is shown first has room for the logo.
"""

import json
import re
from base64 import b64encode
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from html import escape
from pathlib import Path
from urllib.parse import quote

from gatehouse.vendor.brand.service import Brand


def build_icon_address(brand: Brand) -> str:
    """Of the vendor's icon; without one its sign, in the address itself."""
    return brand.icon or "data:image/svg+xml," + quote(render_initial_icon(brand))


def render_initial_icon(brand: Brand) -> str:
    letter = escape(brand.name[:1].upper())
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
        f'<rect width="32" height="32" rx="6.4" fill="{brand.accent_hex}" />'
        f'<text x="16" y="22" fill="{brand.ink_hex}" font-family="Inter, system-ui, sans-serif" '
        f'font-size="17" font-weight="600" text-anchor="middle">{letter}</text></svg>'
    )


HEAD = "<!--brand-->"
LOGO = '<span data-vendor="true"></span>'
INLINE_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class HtmlPage:
    text: str
    status: int = 200
    # As the content security policy names them: no other inline script runs.
    script_hashes: tuple[str, ...] = ()


UNBUILT = HtmlPage("<p>The web apps are not built yet. Run <code>make build</code>.</p>", 503)


def load_page(file: Path) -> HtmlPage:
    """The page as it was built last."""
    try:
        return _load_built_page(file, file.stat().st_mtime_ns)
    except FileNotFoundError:
        return UNBUILT


@lru_cache(16)
def _load_built_page(file: Path, _: int) -> HtmlPage:
    text = file.read_text()
    digests = (sha256(script.encode()).digest() for script in INLINE_SCRIPT.findall(text))
    return HtmlPage(
        text, script_hashes=tuple(f"'sha256-{b64encode(digest).decode()}'" for digest in digests)
    )


def apply_brand(text: str, brand: Brand, returns: str | None = None) -> str:
    """The page with the vendor's name, icon, logo and accent, and the other origin to which it may
    redirect."""
    name = escape(brand.name)
    text = text.replace("</title>", f" · {name}</title>", 1)
    return text.replace(HEAD, _render_head(brand, returns), 1).replace(LOGO, _render_logo(brand), 1)


def _render_head(brand: Brand, returns: str | None) -> str:
    known = {"name": brand.name, "logo": brand.logo, "accent": brand.accent, "font": brand.font}
    facts = _render_facts("brand", {key: value for key, value in known.items() if value})
    if returns:
        facts += _render_facts("return", {"origin": returns})
    return (
        f'<link rel="icon" href="{escape(build_icon_address(brand))}" />'
        f'<meta name="theme-color" content="{brand.accent_hex}" />'
        f"<style>:root {{ --gh-vendor-accent: {brand.accent_hex}; --gh-vendor-ink: {brand.ink_hex} }}</style>"
        f"{facts}"
    )


def _render_facts(name: str, values: dict[str, str]) -> str:
    # In a script element only `<` could end it.
    text = json.dumps(values).replace("<", "\\u003c")
    return f'<script type="application/json" id="gatehouse-{name}">{text}</script>'


def _render_logo(brand: Brand) -> str:
    name = escape(brand.name)
    if brand.logo:
        return f'<img src="{escape(brand.logo)}" alt="{name}" />'
    return f'<span data-sign aria-hidden="true">{escape(brand.name[:1].upper())}</span><span>{name}</span>'
