"""A page whose form the browser posts by itself: how a message reaches another server when it must not stand
in an address."""

from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from html import escape

from fastapi.responses import HTMLResponse, Response

SCRIPT = "document.forms[0].submit()"
_HASH = b64encode(sha256(SCRIPT.encode()).digest()).decode()
# Where the form may go is not said: browsers hold redirects of the other server against it too.
POLICY = f"default-src 'none'; script-src 'sha256-{_HASH}'; base-uri 'none'"
HEADERS = {"cache-control": "no-store", "pragma": "no-cache", "content-security-policy": POLICY}


def posted_form(address: str, values: Mapping[str, str]) -> Response:
    """Without scripts, by its button."""
    fields = "".join(
        f'<input type="hidden" name="{escape(name)}" value="{escape(value)}">'
        for name, value in values.items()
    )
    page = (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Continue</title><body>'
        f'<form method="post" action="{escape(address)}">{fields}'
        f"<noscript><button>Continue</button></noscript></form><script>{SCRIPT}</script></body></html>"
    )
    return HTMLResponse(page, headers=HEADERS)
