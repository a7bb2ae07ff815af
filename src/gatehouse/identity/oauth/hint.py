"""The `id_token_hint`: an id token issued by this server, which an application sends to name the user."""

from dataclasses import replace

from gatehouse.access.tokens import AccessTokens, Claims, InvalidToken
from gatehouse.identity.oauth.errors import AuthorizationRefused
from gatehouse.identity.oauth.models import AuthorizationRequest
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.vendor.current import configuration_of


async def claims_of_id_token(resources: Resources, token: str) -> Claims:
    """Read an id token, even an expired one. Raises `InvalidToken` when this server did not issue it."""
    audiences = configuration_of(resources).audiences
    return await resources[AccessTokens].verify(token, audiences=audiences, expired_too=True)


async def with_hint(
    db: Db, resources: Resources, wanted: AuthorizationRequest, hint: str | None
) -> AuthorizationRequest:
    """Require the user of the hint (OpenID Connect Core §3.1.2.1). Raises `AuthorizationRefused` when this
    server did not issue the token, or when the request requires a different user."""
    if not hint:
        return wanted
    await db.pause()
    try:
        subject = (await claims_of_id_token(resources, hint)).get("sub")
    except InvalidToken:
        raise AuthorizationRefused(
            "invalid_request", "id_token_hint: is no token of this server"
        ) from None
    if wanted.subject not in (None, subject):
        raise AuthorizationRefused(
            "invalid_request", "id_token_hint: is of another person than the claims"
        )
    return replace(wanted, subject=subject)
