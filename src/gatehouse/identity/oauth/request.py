"""Read and check an authorization request, with the claims that it requests (OpenID Connect Core §5.5) and
its `id_token_hint`. Errors about the client or its redirect URI are shown to the user; all others are
reported to the application at that address (RFC 6749 §4.1.2.1)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import orjson
from starlette.datastructures import QueryParams

from gatehouse.access.tokens import AccessTokens, Claims, InvalidToken
from gatehouse.identity.oauth.body import LONGEST
from gatehouse.identity.oauth.client_secret import may_omit_pkce
from gatehouse.identity.oauth.clients import THIRD_PARTY, find_client, is_redirect_uri_allowed
from gatehouse.identity.oauth.errors import AuthorizationRefused, InvalidRequest
from gatehouse.identity.oauth.models import AuthorizationRequest
from gatehouse.identity.oauth.respond import MODES, QUERY, SCOPES
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.kit.tenant_ids import inner_id_or_none
from gatehouse.vendor.applications import Application
from gatehouse.vendor.current import configuration_of

# The scope that each claim belongs to; claims that every token has belong to none.
SCOPE_OF = {
    "email": "email",
    "email_verified": "email",
    "name": "profile",
    "picture": "profile",
    "profilePictureUrl": "profile",
}
PLACES = ("id_token", "userinfo")
CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")  # SHA-256 as base64url (RFC 7636 §4.2)
MAX_LENGTH = 2000
ABSENT = ("", "null", "undefined")
PROMPTS = frozenset({"none", "login", "select_account", "consent", "create"})
THUMBPRINT = CHALLENGE  # a SHA-256 hash too (RFC 7638)
SIGNED_IN_AFTER = "signed_in_after"
# Parameters that Gatehouse pages add when they return the browser.
CONSENTED_AFTER, DECLINED = "consented_after", "declined"
MOMENT = re.compile(r"\d{1,11}")  # Unix seconds
OURS = frozenset({SIGNED_IN_AFTER, CONSENTED_AFTER, DECLINED})


@dataclass(frozen=True, slots=True)
class ClaimsRequest:
    """Requested claims. `scopes`: scopes that include them; `acr_values`: required authentication classes;
    `subject`: the only acceptable user."""

    scopes: frozenset[str] = frozenset()
    acr_values: frozenset[str] = frozenset()
    subject: str | None = None


NO_CLAIMS = ClaimsRequest()


def _build_invalid_request(description: str) -> AuthorizationRefused:
    return AuthorizationRefused("invalid_request", description)


def parse_claims_request(text: str | None) -> ClaimsRequest:
    """Parse a claims request. Unknown claims are ignored. Raises `AuthorizationRefused` when it is
    malformed."""
    if not text:
        return NO_CLAIMS
    asked = list(_iterate_requested_claims(text))
    return ClaimsRequest(
        scopes=frozenset(SCOPE_OF[name] for name, _ in asked if name in SCOPE_OF),
        acr_values=frozenset(
            value for name, how in asked if name == "acr" for value in _list_requested_values(how)
        ),
        subject=next(
            (
                value
                for name, how in asked
                if name == "sub"
                for value in _list_requested_values(how)
            ),
            None,
        ),
    )


def _iterate_requested_claims(text: str) -> Iterator[tuple[str, dict[str, Any]]]:
    wrong = _build_invalid_request("claims: must be a JSON object as OpenID Connect has it")
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


def _list_requested_values(how: dict[str, Any]) -> list[str]:
    many = how.get("values")
    found = [how.get("value"), *(many if isinstance(many, list) else [])]
    return [value for value in found if isinstance(value, str)]


def read_client_and_redirect_uri(
    resources: Resources, query: QueryParams
) -> tuple[Application, str]:
    """Read the client and its redirect URI. Raises `InvalidRequest` when the browser must not be
    redirected."""
    if any(len(query.getlist(name)) > 1 for name in ("client_id", "redirect_uri")):
        raise InvalidRequest("client_id and redirect_uri must not be repeated")
    client = find_client(resources, query.get("client_id", ""))
    if client is None:
        raise InvalidRequest("client_id does not belong to an active application")
    address = query.get("redirect_uri", "")
    if not is_redirect_uri_allowed(resources, client, address):
        raise InvalidRequest("redirect_uri is not registered for this client")
    return client, address


def read_authorization_request(
    resources: Resources, client: Application, address: str, query: QueryParams
) -> AuthorizationRequest:
    """Read the request. Raises `AuthorizationRefused` with the protocol's error when it is not valid."""
    if not client.hosted_login:
        raise AuthorizationRefused(
            "unauthorized_client", "This application does not use hosted sign-in pages"
        )
    given = {name: value for name, value in query.items() if value not in ABSENT}
    if len(query.multi_items()) != len(query):
        raise _build_invalid_request("Parameters must not be repeated")
    if any(len(value) > LONGEST.get(name, MAX_LENGTH) for name, value in given.items()):
        raise _build_invalid_request("A parameter is too long")
    if any("\x00" in value for value in given.values()):
        raise _build_invalid_request("A parameter contains a NUL character")
    for name, error in (
        ("request", "request_not_supported"),
        ("request_uri", "request_uri_not_supported"),
    ):
        if name in given:
            raise AuthorizationRefused(error, f"{name} is not supported")
    if given.get("response_type") != "code":
        raise AuthorizationRefused("unsupported_response_type", "response_type must be code")
    if given.get("response_mode", QUERY) not in MODES:
        raise _build_invalid_request("response_mode must be query or form_post")
    challenge = _read_code_challenge(given, is_optional=may_omit_pkce(resources, client))
    dpop_key = given.get("dpop_jkt")
    if dpop_key and not THUMBPRINT.fullmatch(dpop_key):
        raise _build_invalid_request("dpop_jkt must be the thumbprint of a key")
    prompts = frozenset(given.get("prompt", "").split())
    if not prompts <= PROMPTS or ("none" in prompts and len(prompts) > 1):
        raise _build_invalid_request("prompt is unknown, or combines none with other values")
    claims = parse_claims_request(given.get("claims"))
    return AuthorizationRequest(
        client=client,
        redirect_uri=address,
        code_challenge=challenge,
        nonce=given.get("nonce"),
        prompts=prompts,
        max_age=_parse_seconds(given.get("max_age")),
        acr_values=frozenset(given.get("acr_values", "").split()) | claims.acr_values,
        # The tenant is a hint, so a malformed id is ignored.
        tenant_id=inner_id_or_none(given.get("tenantId")),
        alias=given.get("organization"),
        signed_in_after=_parse_unix_time(given.get(SIGNED_IN_AFTER)),
        dpop_key=dpop_key,
        scopes=_filter_requested_scopes(client, {*given.get("scope", "").split(), *claims.scopes}),
        consented_after=_parse_unix_time(given.get(CONSENTED_AFTER)),
        declined=DECLINED in given,
        subject=claims.subject,
    )


def _read_code_challenge(given: dict[str, str], *, is_optional: bool) -> str:
    """Read the PKCE challenge; empty when there is none, and the code then takes no verifier (RFC 9700
    §4.8.2)."""
    if is_optional and given.keys().isdisjoint({"code_challenge", "code_challenge_method"}):
        return ""
    if given.get("code_challenge_method") != "S256":
        raise _build_invalid_request("code_challenge_method: must be S256")
    challenge = given.get("code_challenge", "")
    if not CHALLENGE.fullmatch(challenge):
        raise _build_invalid_request("code_challenge: must be a SHA-256 hash as base64url")
    return challenge


def _filter_requested_scopes(client: Application, asked: set[str]) -> tuple[str, ...] | None:
    """The known scopes among the requested ones, always with `openid`; None for first-party applications,
    which may read everything."""
    if client.type != THIRD_PARTY:
        return None
    return tuple(scope for scope in SCOPES if scope == "openid" or scope in asked)


def _parse_seconds(text: str | None) -> int | None:
    if text is None:
        return None
    if not re.fullmatch(r"\d{1,9}", text):
        raise _build_invalid_request("max_age must be a number of seconds")
    return int(text)


def _parse_unix_time(text: str | None) -> datetime | None:
    return datetime.fromtimestamp(int(text), UTC) if text and MOMENT.fullmatch(text) else None


async def verify_own_id_token(resources: Resources, token: str) -> Claims:
    """Read an id token, even an expired one. Raises `InvalidToken` when this server did not issue it."""
    audiences = configuration_of(resources).audiences
    return await resources[AccessTokens].verify(token, audiences=audiences, expired_too=True)


async def apply_id_token_hint(
    db: Db, resources: Resources, wanted: AuthorizationRequest, hint: str | None
) -> AuthorizationRequest:
    """Require the user of the hint (OpenID Connect Core §3.1.2.1). Raises `AuthorizationRefused` when this
    server did not issue the token, or when the request requires a different user."""
    if not hint:
        return wanted
    await db.pause()
    try:
        subject = (await verify_own_id_token(resources, hint)).get("sub")
    except InvalidToken:
        raise _build_invalid_request("id_token_hint is not a token of this server") from None
    if wanted.subject not in (None, subject):
        raise _build_invalid_request("id_token_hint and claims name different users")
    return replace(wanted, subject=subject)
