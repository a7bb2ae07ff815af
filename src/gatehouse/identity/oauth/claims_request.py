"""Individual claims that an application requests (OpenID Connect Core §5.5)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import orjson

from gatehouse.identity.oauth.errors import AuthorizationRefused

# The scope that each claim belongs to; claims that every token has belong to none.
SCOPE_OF = {
    "email": "email",
    "email_verified": "email",
    "name": "profile",
    "picture": "profile",
    "profilePictureUrl": "profile",
}
PLACES = ("id_token", "userinfo")


@dataclass(frozen=True, slots=True)
class ClaimsRequest:
    """Requested claims. `scopes`: scopes that include them; `acr_values`: required authentication classes;
    `subject`: the only acceptable user."""

    scopes: frozenset[str] = frozenset()
    acr_values: frozenset[str] = frozenset()
    subject: str | None = None


NOTHING = ClaimsRequest()


def read_claims(text: str | None) -> ClaimsRequest:
    """Parse a claims request. Unknown claims are ignored. Raises `AuthorizationRefused` when it is
    malformed."""
    if not text:
        return NOTHING
    asked = list(_requested_claims(text))
    return ClaimsRequest(
        scopes=frozenset(SCOPE_OF[name] for name, _ in asked if name in SCOPE_OF),
        acr_values=frozenset(
            value for name, how in asked if name == "acr" for value in _requested_values(how)
        ),
        subject=next(
            (value for name, how in asked if name == "sub" for value in _requested_values(how)),
            None,
        ),
    )


def _requested_claims(text: str) -> Iterator[tuple[str, dict[str, Any]]]:
    wrong = AuthorizationRefused(
        "invalid_request", "claims: must be a JSON object as OpenID Connect has it"
    )
    try:
        request = orjson.loads(text)
    except ValueError:
        raise wrong from None
    if not isinstance(request, dict):
        raise wrong
    for place in PLACES:
        claims = request.get(place) or {}
        if not isinstance(claims, dict):
            raise wrong
        for name, how in claims.items():
            if how is not None and not isinstance(how, dict):
                raise wrong
            yield name, how or {}


def _requested_values(how: dict[str, Any]) -> list[str]:
    many = how.get("values")
    found = [how.get("value"), *(many if isinstance(many, list) else [])]
    return [value for value in found if isinstance(value, str)]
