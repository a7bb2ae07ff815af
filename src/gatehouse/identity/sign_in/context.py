"""Read the requested tenant and the remembered browser from a request."""

from uuid import UUID

from starlette.requests import Request

from gatehouse.identity.sign_in.models import SignInContext
from gatehouse.kit.crypto import token_hash
from gatehouse.kit.tenant_ids import header_text, inner_id_or_none

SCOPED_TENANT, LOGIN_ALIAS = "frontegg-scoped-tenant", "frontegg-login-alias"
DEVICE_COOKIE = "gatehouse_device"

# Parameters for the OpenAPI document of routes that read them.
PARAMETERS = [
    {"name": name, "in": "header", "required": False, "schema": {"type": "string"}}
    for name in (SCOPED_TENANT, LOGIN_ALIAS)
]


def door_of(request: Request, invitation: str | None = None) -> SignInContext:
    """Build the context from headers and cookies (wire reference §2), and from the `invitationToken` of the
    body."""
    return SignInContext(
        tenant_id=_parse_id(request.headers.get(SCOPED_TENANT)),
        alias=request.headers.get(LOGIN_ALIAS, "").replace("\x00", "") or None,
        device=request.cookies.get(DEVICE_COOKIE),
        invitation=token_hash(invitation) if invitation else None,
        cookies=request.cookies,
    )


def _parse_id(text: str | None) -> UUID | None:
    """Read a tenant id; the header is a hint, so a malformed id is ignored."""
    return inner_id_or_none(header_text(text)) if text else None
