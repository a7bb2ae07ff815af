"""Claims that a template adds to a token: a pure function of the token's claims and the configuration in
memory, so that no token costs a query. Nothing is executed: named placeholders only."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import orjson

from gatehouse.kit.db import Query
from gatehouse.kit.tenant_ids import inner_id_or_none
from gatehouse.vendor.messages import PLACEHOLDER, check_placeholders


@dataclass(frozen=True, slots=True)
class JwtTemplate:
    """`expiration`: lifetime in seconds of a token with these claims."""

    id: UUID
    key: str
    name: str
    description: str | None
    expiration: int
    claims: dict[str, Any]
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class JwtTargeting:
    """The first rule whose conditions all hold names the template (`treatment` is its key)."""

    id: UUID
    rules: list[Any]
    created_at: datetime
    updated_at: datetime


TEMPLATES = Query(JwtTemplate, "select * from jwt_templates order by key")
ADD = Query(
    JwtTemplate,
    """
    insert into jwt_templates (id, key, name, description, expiration, claims, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict do nothing returning *
    """,
)
CHANGE = Query(
    JwtTemplate,
    """
    update jwt_templates set key = $2, name = $3, description = $4, expiration = $5, claims = $6,
      updated_at = $7
    where id = $1 returning *
    """,
)
DELETE = Query(str, "delete from jwt_templates where id = $1 returning key")

TARGETING = Query(JwtTargeting, "select * from jwt_targeting")
ADD_TARGETING = Query(
    JwtTargeting,
    """
    insert into jwt_targeting (id, rules, created_at, updated_at) values ($1, $2, $3, $3)
    on conflict do nothing returning *
    """,
)
CHANGE_TARGETING = Query(
    JwtTargeting, "update jwt_targeting set rules = $2, updated_at = $3 where id = $1 returning *"
)
DELETE_TARGETING = Query(int, "delete from jwt_targeting where id = $1 returning 1 as one")


Claims = dict[str, Any]

# For each placeholder, the claims that it is read from; the first that exists counts.
PLACEHOLDERS = {
    "user.id": ("userId", "sub"),
    "user.email": ("email",),
    "user.emailVerified": ("email_verified",),
    "user.name": ("name",),
    "user.metadata": ("userMetadata", "metadata"),
    "tenant.id": ("tenantId",),
    "application.id": ("applicationId",),
    "roles": ("roles",),
    "permissions": ("permissions",),
}
# Claims about the token and its subject, on which authorization depends.
RESERVED = frozenset({
    "iss", "sub", "aud", "exp", "nbf", "iat", "jti", "azp", "typ", "alg", "kid", "nonce", "scope", "cnf",
    "client_id", "type", "tenantId", "tenantIds", "applicationId", "userId", "createdByUserId", "email",
    "email_verified", "name", "profilePictureUrl", "roles", "permissions", "metadata", "userMetadata",
    "sid", "act", "acr", "amr", "auth_time", "invisible", "superUser", "vendorId", "features",
    "entitlements", "_claim_names", "_claim_sources",
})  # fmt: skip
# A template may list these claims with their own value only.
THEMSELVES = {
    "iss": {"{{iss}}"},
    "sub": {"{{sub}}", "{{user.id}}"},
    "aud": {"{{clientId}}", "{{applicationId}}"},
    "exp": {"{{exp}}"},
    "iat": {"{{iat}}"},
    "email": {"{{user.email}}"},
    "name": {"{{user.name}}"},
    "tenantId": {"{{tenant.id}}"},
}
# A token travels with every request.
MOST_BYTES = 4096
MOST_FILLED = 6000
DEEPEST = 4

ATTRIBUTES = {
    "userId": ("userId", "sub"),
    "applicationId": ("applicationId",),
    "tenantId": ("tenantId",),
    "tokenType": ("type",),
    "userEmail": ("email",),
}


def check_template_claims(claims: Mapping[str, Any]) -> None:
    """Raises `ValueError` for an invalid template: reserved or unreadable names, unknown placeholders, too
    many claims."""
    own = {name for name, value in claims.items() if _is_own_claim(name, value)}
    if reserved := sorted((RESERVED & claims.keys()) - own):
        raise ValueError(f"{reserved[0]} is set by the server")
    for name in claims:
        if not 0 < len(name) <= 200 or not name.isprintable():
            raise ValueError("names of claims are texts of at most 200 characters")
    try:
        if len(orjson.dumps(dict(claims))) > MOST_BYTES:
            raise ValueError(f"must be at most {MOST_BYTES} bytes")
    except TypeError:
        raise ValueError("must be plain JSON") from None
    _check_claim_value({name: value for name, value in claims.items() if name not in own}, DEEPEST)


def _is_own_claim(name: str, value: Any) -> bool:
    return isinstance(value, str) and value in THEMSELVES.get(name, ())


def _check_claim_value(value: Any, depth: int) -> None:
    if depth < 0:
        raise ValueError(f"must be at most {DEEPEST} levels deep")
    if isinstance(value, str):
        if "\x00" in value:
            raise ValueError("must not contain NUL")
        check_placeholders(value, PLACEHOLDERS.keys())
    elif isinstance(value, Mapping):
        for name, one in value.items():
            if "{{" in name or "\x00" in name:
                raise ValueError("names hold no placeholders")
            _check_claim_value(one, depth - 1)
    elif isinstance(value, list):
        for one in value:
            _check_claim_value(one, depth - 1)


def find_token_template(
    targeting: JwtTargeting | None, templates: Mapping[str, JwtTemplate], claims: Claims
) -> JwtTemplate | None:
    """The template of the first rule that fits."""
    if targeting is None:
        return None
    for rule in targeting.rules:
        if all(_satisfies_condition(condition, claims) for condition in rule["conditions"]):
            return templates.get(rule["treatment"])
    return None


def extend_claims(template: JwtTemplate, claims: Claims) -> Claims:
    """Add the template's claims, unless they would make the token too large."""
    added = {
        name: filled
        for name, value in template.claims.items()
        if name not in RESERVED and (filled := _fill_claim_value(value, claims)) is not None
    }
    return {**added, **claims} if len(orjson.dumps(added)) <= MOST_FILLED else claims


def _fill_claim_value(value: Any, claims: Claims) -> Any:
    if isinstance(value, str):
        whole = PLACEHOLDER.fullmatch(value)
        if whole:
            return _find_first_claim(PLACEHOLDERS.get(whole[1].strip(), ()), claims)
        return PLACEHOLDER.sub(
            lambda found: _claim_to_text(
                _find_first_claim(PLACEHOLDERS.get(found[1].strip(), ()), claims)
            ),
            value,
        )
    if isinstance(value, dict):
        return {name: _fill_claim_value(one, claims) for name, one in value.items()}
    if isinstance(value, list):
        return [_fill_claim_value(one, claims) for one in value]
    return value


def _find_first_claim(names: tuple[str, ...], claims: Claims) -> Any:
    return next((claims[name] for name in names if claims.get(name) is not None), None)


def _claim_to_text(value: Any) -> str:
    if isinstance(value, str):
        return value
    return "" if value is None else orjson.dumps(value).decode()


def _satisfies_condition(condition: Mapping[str, Any], claims: Claims) -> bool:
    wanted = [one.lower() for one in condition["value"]["list"]]
    if condition["attribute"] == "roleIds":
        found = _has_role(condition["roles"], claims)
    else:
        said = _claim_to_text(_find_first_claim(ATTRIBUTES[condition["attribute"]], claims)).lower()
        found = any(_satisfies_operator(condition["op"], said, one) for one in wanted)
    return bool(found) is not condition["negate"]


def _satisfies_operator(op: str, said: str, wanted: str) -> bool:
    if op == "in_list":
        return said == wanted
    return said.endswith(wanted) if op == "ends_with" else wanted in said


def _has_role(roles: list[Mapping[str, Any]], claims: Claims) -> bool:
    """Tokens hold keys: each id was looked up when the rule was written, with the account it belongs to."""
    held, tenant = claims.get("roles", ()), inner_id_or_none(claims.get("tenantId"))
    return any(one["key"] in held and one["tenantId"] in (None, str(tenant)) for one in roles)
