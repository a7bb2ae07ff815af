"""An error as an HTML page, for the addresses to which applications and identity providers redirect a
browser: there a user could not use a JSON answer."""

from base64 import b64encode
from collections.abc import Iterable, MutableMapping
from hashlib import sha256
from html import escape
from typing import Any

from fastapi.responses import HTMLResponse, RedirectResponse, Response

TEXTS = {
    "en": ("This did not work", "Go back to where you came from, and try again there."),
    "de": ("Der Vorgang ist fehlgeschlagen", "Gehen Sie zurück und versuchen Sie es dort erneut."),
}
STYLE = """
:root {
  color-scheme: light dark;
  --text: #1d2129; --soft: #5a6170; --line: #e3e5ea; --page: #f7f8fa; --card: #fff
}
@media (prefers-color-scheme: dark) {
  :root { --text: #e8eaf0; --soft: #a3a9b8; --line: #2f3441; --page: #14161c; --card: #1b1e26 }
}
body { margin: 0; padding: 12vh 16px 32px; background: var(--page); color: var(--text);
  font: 16px/1.5 Inter, system-ui, sans-serif }
main { box-sizing: border-box; max-width: 400px; margin: 0 auto; padding: 32px; background: var(--card);
  border: 1px solid var(--line); border-radius: 12px; overflow-wrap: anywhere }
h1 { margin: 0 0 12px; font-size: 22px; line-height: 1.25 }
p { margin: 0 0 12px }
small { color: var(--soft) }
"""
_HASH = b64encode(sha256(STYLE.encode()).digest()).decode()
POLICY = f"default-src 'none'; style-src 'sha256-{_HASH}'; base-uri 'none'; frame-ancestors 'none'"


def is_browser_navigation(scope: MutableMapping[str, Any]) -> bool:
    """Whether a browser goes to a route that sends browsers on (Fetch Metadata)."""
    if getattr(scope.get("route"), "response_class", None) is not RedirectResponse:
        return False
    headers = dict(scope.get("headers", ()))
    is_going = headers.get(b"sec-fetch-mode") == b"navigate"
    return is_going and b"text/html" in headers.get(b"accept", b"")


def render_refusal_page(
    scope: MutableMapping[str, Any], status: int, messages: Iterable[str], code: str
) -> Response:
    accepted = dict(scope.get("headers", ())).get(b"accept-language", b"").lower()
    language = "de" if accepted.startswith(b"de") else "en"
    title, hint = TEXTS[language]
    said = " ".join(map(escape, messages))
    page = (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{STYLE}</style></head><body><main><h1>{title}</h1><p>{hint}</p>"
        f'<small lang="en">{said} ({escape(code)})</small></main></body></html>'
    )
    headers = {"cache-control": "no-store", "content-security-policy": POLICY}
    return HTMLResponse(page, status, headers=headers)
