"""Read request bodies: forms as the standard has it, and JSON from the hosted platform's clients."""

import base64
import binascii
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import unquote_plus
from uuid import UUID

import orjson
from starlette.requests import Request

from gatehouse.access.dpop import BadProof, DpopProof, read_dpop_proof
from gatehouse.identity.oauth.errors import InvalidClient, InvalidDpopProof, InvalidRequest
from gatehouse.identity.oauth.models import Credentials, TokenRequest
from gatehouse.kit.forms import parse_form_pairs
from gatehouse.kit.tenant_ids import inner_id

MAX_LENGTH = 4000
MOST_FIELDS = 50
# Tokens hold the user's roles and permissions, so they may be longer than other values.
LONGEST = {"id_token_hint": 16_384, "access_token": 16_384, "token": 16_384}
FORM = "application/x-www-form-urlencoded"
# Body description for the OpenAPI document.
ANY_BODY = {
    "requestBody": {
        "content": {
            FORM: {"schema": {"type": "object"}},
            "application/json": {"schema": {"type": "object"}},
        }
    }
}
# Challenge for a client that failed to authenticate with the header (RFC 6749 §5.2).
CHALLENGE = {"www-authenticate": 'Basic realm="applications"'}
GRANT_FIELDS = ("grant_type", "code", "redirect_uri", "code_verifier", "refresh_token")
ABSENT = (None, "", "null", "undefined")


async def read_body_values(request: Request) -> dict[str, str]:
    """Read the values of the body. Raises `InvalidRequest` when it cannot be parsed."""
    return _parse_values(request.headers.get("content-type", ""), await request.body())


def is_form(request: Request) -> bool:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower() == FORM


def read_credentials(request: Request, client_id: str, secret: str) -> Credentials:
    """Read client credentials from the header, otherwise from the body. Raises `InvalidClient` when they name
    different clients."""
    named, of_header = _parse_basic(request.headers.get("authorization", ""))
    if named and client_id not in ("", named):
        raise InvalidClient("The header and the body name different clients", headers=CHALLENGE)
    return Credentials(named, of_header, True) if named else Credentials(client_id, secret)


async def read_token_request(request: Request, origin: str) -> TokenRequest:
    """Read a token request. Raises `InvalidRequest` when the body cannot be parsed, `InvalidClient` when
    header and body name different clients, and `InvalidDpopProof` when the proof is not valid."""
    given = await read_body_values(request)
    client_id, secret = given.get("client_id", ""), given.get("client_secret", "")
    return TokenRequest(
        **{name: given.get(name, "") for name in GRANT_FIELDS},
        tenant_id=_parse_tenant(given.get("tenantId")),
        credentials=read_credentials(request, client_id, secret),
        proof=read_optional_dpop_proof(request, origin),
    )


def read_optional_dpop_proof(request: Request, origin: str) -> DpopProof | None:
    """Read the DPoP proof, if any. Raises `InvalidDpopProof` when it is not valid."""
    try:
        return read_dpop_proof(request, origin)
    except BadProof as error:
        raise InvalidDpopProof(f"DPoP: {error}") from None


def _parse_values(content_type: str, body: bytes) -> dict[str, str]:
    pairs: Sequence[tuple[str, Any]]
    try:
        if content_type.partition(";")[0].strip().lower().endswith("json"):
            parsed = orjson.loads(body) if body else {}
            pairs = [*parsed.items()] if isinstance(parsed, Mapping) else [("", None)]
        else:
            if body.count(b"&") >= MOST_FIELDS:
                raise ValueError
            pairs = parse_form_pairs(body.decode())
    except ValueError:
        raise InvalidRequest("The body is malformed") from None
    values: dict[str, str] = {}
    for name, value in pairs:
        if value in ABSENT:
            continue
        if name in values:
            raise InvalidRequest(f"{name} must not be repeated")
        most = LONGEST.get(name, MAX_LENGTH)
        if not isinstance(value, str) or len(value) > most or "\x00" in value:
            raise InvalidRequest(f"{name[:50]} must be a string of at most {most} characters")
        values[name] = value
    return values


def _parse_basic(header: str) -> tuple[str, str]:
    """Read client id and secret from HTTP Basic (RFC 6749 §2.3.1)."""
    if header[:6].lower() != "basic ":
        return "", ""
    try:
        named, _, secret = base64.b64decode(header[6:], validate=True).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError):
        raise InvalidClient("The Authorization header is malformed", headers=CHALLENGE) from None
    return unquote_plus(named), unquote_plus(secret)


def _parse_tenant(text: str | None) -> UUID | None:
    try:
        return inner_id(text) if text else None
    except ValueError:
        raise InvalidRequest("tenantId must be an ID") from None
