"""An id token of ours that an application sends along, to say whom it speaks of."""

from dataclasses import replace

from gatehouse.access.tokens import AccessTokens, Claims, InvalidToken
from gatehouse.identity.oauth.errors import AuthorizationRefused
from gatehouse.identity.oauth.models import AuthorizationRequest
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.vendor.current import configuration_of


async def claims_of_id_token(resources: Resources, token: str) -> Claims:
    """Also of one that has expired; `InvalidToken` for one that is none of ours."""
    audiences = configuration_of(resources).audiences
    return await resources[AccessTokens].verify(token, audiences=audiences, expired_too=True)


async def with_hint(
    db: Db, resources: Resources, wanted: AuthorizationRequest, hint: str | None
) -> AuthorizationRequest:
    """Only the person of the hint will do (OpenID Connect Core §3.1.2.1). `AuthorizationRefused` for a
    token that is none of ours, or that speaks of somebody else than the request."""
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
