"""Which tenant a page names, and whether its browser is remembered."""

from uuid import UUID

from starlette.requests import Request

from gatehouse.identity.sign_in.models import SignInContext
from gatehouse.kit.crypto import token_hash
from gatehouse.kit.tenant_ids import header_text, inner_id_or_none

SCOPED_TENANT, LOGIN_ALIAS = "frontegg-scoped-tenant", "frontegg-login-alias"
DEVICE_COOKIE = "gatehouse_device"

# For the API description of a route that reads them.
PARAMETERS = [
    {"name": name, "in": "header", "required": False, "schema": {"type": "string"}}
    for name in (SCOPED_TENANT, LOGIN_ALIAS)
]


def door_of(request: Request, invitation: str | None = None) -> SignInContext:
    """Of the headers and cookies that a page sends (wire reference §2), and of the `invitationToken` in its
    body."""
    return SignInContext(
        tenant_id=_parse_id(request.headers.get(SCOPED_TENANT)),
        alias=request.headers.get(LOGIN_ALIAS, "").replace("\x00", "") or None,
        device=request.cookies.get(DEVICE_COOKIE),
        invitation=token_hash(invitation) if invitation else None,
        cookies=request.cookies,
    )


def _parse_id(text: str | None) -> UUID | None:
    """A header is a hint: one that is no id names no tenant."""
    return inner_id_or_none(header_text(text)) if text else None
