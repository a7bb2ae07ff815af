"""Logout tokens of other servers (OpenID Connect Back-Channel Logout 1.0 §2.6)."""

from dataclasses import dataclass
from typing import Any, TypeGuard

import orjson
from joserfc import jws
from joserfc.errors import JoseError

from gatehouse.identity.external import id_token
from gatehouse.identity.external.errors import ProviderFault
from gatehouse.identity.external.id_token import LONGEST_SUBJECT, REGISTRY
from gatehouse.identity.external.models import ExternalProvider
from gatehouse.kit import clock
from gatehouse.kit.resources import Resources

EVENT = "http://schemas.openid.net/event/backchannel-logout"
# The type that the standard recommends; older providers send none, or the general type.
KINDS = ("logout+jwt", "application/logout+jwt", "jwt", "")
# The maximum age of a token; its id is remembered for at least as long, to detect replays.
FRESH_SECONDS = 600
MOST_AUDIENCES = 20


@dataclass(frozen=True, slots=True)
class LogoutToken:
    """`subject`, `sid` or both: the user, and the session at the provider."""

    issuer: str
    id: str
    subject: str | None
    sid: str | None


def read_unverified_parties(token: str) -> tuple[list[str], str]:
    """The audiences and the issuer that the token names; not verified."""
    try:
        claims = orjson.loads(jws.extract_compact(token.encode(), registry=REGISTRY).payload)
    except (JoseError, ValueError):
        return [], ""
    if not isinstance(claims, dict):
        return [], ""
    audience, issuer = claims.get("aud"), claims.get("iss")
    listed = audience if isinstance(audience, list) else [audience]
    named = [one for one in listed[:MOST_AUDIENCES] if _is_storable_text(one)]
    return named, issuer if _is_storable_text(issuer) else ""


async def verify_logout_token(
    resources: Resources, provider: ExternalProvider, token: str
) -> LogoutToken:
    """Verify a logout token. May fetch keys, so no transaction may be open. Raises `ProviderFault` when a
    check fails."""
    claims = await id_token.verify_signed_token(resources, provider, token, kinds=KINDS)
    id_token.check_token_issuer(provider, claims)
    id_token.check_token_audience(provider, claims)
    id_token.check_token_time(claims)
    if claims["iat"] + FRESH_SECONDS <= clock.now().timestamp():
        raise ProviderFault("expired", "The logout token is too old")
    events = claims.get("events")
    if not isinstance(events, dict) or not isinstance(events.get(EVENT), dict):
        raise ProviderFault("malformed", "The token tells of no sign-out")
    if "nonce" in claims:
        raise ProviderFault("nonce", "A logout token has no nonce: this may be an id token")
    subject, sid, token_id = (_read_text_claim(claims, name) for name in ("sub", "sid", "jti"))
    if token_id is None or (subject is None and sid is None):
        raise ProviderFault("subject", "The token does not say who signed out")
    return LogoutToken(str(claims["iss"]), token_id, subject, sid)


def _is_storable_text(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and value != "" and "\x00" not in value


def _read_text_claim(claims: dict[str, Any], name: str) -> str | None:
    value = claims.get(name)
    if value is None:
        return None
    if not isinstance(value, str) or not 0 < len(value) <= LONGEST_SUBJECT or "\x00" in value:
        raise ProviderFault("malformed", f"The token's {name} is no text that is taken")
    return value
