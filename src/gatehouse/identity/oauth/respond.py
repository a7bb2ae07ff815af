"""What the application is told at its own address: in the address itself, or in a form that the browser posts
there (OAuth 2.0 Form Post Response Mode)."""

from collections.abc import Mapping

from fastapi.responses import RedirectResponse, Response

from gatehouse.kit.addresses import with_query
from gatehouse.kit.posted_form import posted_form

QUERY, FORM_POST = "query", "form_post"
MODES = (QUERY, FORM_POST)
NO_STORE = {"cache-control": "no-store", "pragma": "no-cache"}
NEVER_KEPT = [(name.encode(), value.encode()) for name, value in NO_STORE.items()]


def answer(mode: str | None, address: str, told: Mapping[str, str | None]) -> Response:
    """`told` without what is None. Any other mode than `form_post` is a redirect."""
    values = {name: value for name, value in told.items() if value is not None}
    if mode == FORM_POST:
        return posted_form(address, values)
    return RedirectResponse(with_query(address, values), 302, headers=NO_STORE)
