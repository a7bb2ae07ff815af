"""Token introspection for the application that a token was issued to (RFC 7662)."""

from typing import Any

import orjson

from gatehouse.access import session_caller
from gatehouse.access.answer_cache import AnswerCache
from gatehouse.access.errors import ApiTokenEnded, SessionEnded
from gatehouse.access.proof import APPLICATION, is_api_token
from gatehouse.access.tokens import AccessTokens, Claims, InvalidToken, get_referenced_lists
from gatehouse.identity.profile.service import read_own_authorization
from gatehouse.identity.sessions import queries as session_queries
from gatehouse.identity.sessions.refresh_token import RefreshTokens
from gatehouse.kit import clock
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.resources import Resources
from gatehouse.vendor.applications import Application
from gatehouse.vendor.configuration.live import VendorConfiguration
from gatehouse.vendor.current import configuration_of

RIGHTS = ("roles", "permissions")
INACTIVE: dict[str, Any] = {"active": False}
TOLD = (
    "iss", "aud", "sub", "exp", "iat", "sid", "scope", "cnf", "type", "tenantId", "roles", "permissions",
    "auth_time", "acr", "amr", "act",
)  # fmt: skip


async def introspect_token(
    resources: Resources, application: Application, token: str
) -> dict[str, Any]:
    """Introspect a token. Active: an access token that the Gatehouse API accepts now, or an unused refresh
    token; each only for the application that it was issued to."""
    claims = await _read_active_claims(resources, application, token)
    if claims is None:
        return await _introspect_refresh_token(resources, application, token)
    told = {name: claims[name] for name in TOLD if name in claims}
    if claims.get("email"):
        told["username"] = claims["email"]
    return {
        "active": True,
        "client_id": application.audience,
        "token_type": "DPoP" if "cnf" in claims else "Bearer",
        **told,
    }


async def _read_active_claims(
    resources: Resources, application: Application, token: str
) -> Claims | None:
    try:
        claims = await resources[AccessTokens].verify(token, audiences=(application.audience,))
        if claims.get("type") == APPLICATION:
            await resources[VendorConfiguration].confirm_request()
            return claims
        if is_api_token(claims) and not configuration_of(resources).vendor.api_tokens_enabled:
            await resources[VendorConfiguration].confirm_request()
            return None
        cache = resources[AnswerCache]
        async with resources[Database].one_statement(confirms=True) as db:
            if get_referenced_lists(claims).isdisjoint(RIGHTS):
                await session_caller.require_active_caller(db, cache, claims)
            else:
                held = orjson.loads(await read_own_authorization(db, cache, claims))
                claims = claims | {name: [one["key"] for one in held[name]] for name in RIGHTS}
    except (InvalidToken, SessionEnded, ApiTokenEnded):
        return None
    return claims


async def _introspect_refresh_token(
    resources: Resources, application: Application, token: str
) -> dict[str, Any]:
    named = resources[RefreshTokens].parse_token(token)
    if named is None:
        return INACTIVE
    now = clock.now()
    async with resources[Database].transaction(Scope.system()) as db:
        live = await session_queries.LIVE_SESSION.first(db, named[0], now, application.id)
        if live is None or live.refresh_counter != named[1]:
            return INACTIVE
        facts = await session_queries.FACTS_OF_SESSION.first(
            db, named[0], now, None, application.guarded
        )
    if facts is None:
        return INACTIVE
    return {
        "active": True,
        "client_id": application.audience,
        "iss": resources[AccessTokens].issuer,
        "sub": str(facts.user_id),
        "username": facts.email,
        "tenantId": str(facts.tenant_id),
        "sid": str(facts.session_id),
        "exp": int(facts.session_expires_at.timestamp()),
    }
