"""Verification of DPoP proofs, by which a caller proves possession of a key (RFC 9449), for every server that
reads them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

import orjson
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from starlette.requests import Request

from gatehouse.access.signing_keys import RSA_BITS, verify_es256, verify_rs256
from gatehouse.access.tokens import (
    AccessTokens,
    Claims,
    InvalidToken,
    decode_base64url,
    encode_base64url,
)
from gatehouse.kit import clock
from gatehouse.kit.crypto import equal_in_constant_time
from gatehouse.kit.db import Database, Db, Query
from gatehouse.kit.headers import first_headers
from gatehouse.kit.purge import declare_purge

ALGORITHMS = ("ES256", "RS256")
HEADER = "dpop"
MAX_LENGTH = 4000
MOST_RSA_BITS = 4096
# Lifetime of a proof, and how far the client's clock may be ahead.
LASTS, AHEAD = timedelta(minutes=2), timedelta(minutes=1)
PREFIX = "/frontegg"

Verify = Callable[[bytes, bytes], None]


class BadProof(Exception):
    """The proof is invalid; the message says why."""


@dataclass(frozen=True, slots=True)
class DpopProof:
    """`thumbprint` names the key (RFC 7638); `id_hash` is the hash of the proof's id, which may be used once;
    `nonce` is the server nonce that it repeats."""

    thumbprint: str
    id_hash: bytes
    nonce: str | None


def read_dpop_proof(request: Request, origin: str, *, token: str | None = None) -> DpopProof | None:
    """Verify the DPoP proof of a request at `origin`, bound to `token` if the request has one; None without
    the header. Raises `BadProof`."""
    given = request.headers.getlist(HEADER)
    if not given:
        return None
    if len(given) > 1:
        raise BadProof("there is more than one header")
    return verify_dpop_proof(given[0], request.method, origin, request.url.path, token)


def verify_dpop_proof(
    text: str, method: str, origin: str, path: str, token: str | None = None
) -> DpopProof:
    """Raises `BadProof`."""
    header, payload, signed, signature = _split_proof(text)
    if header.get("typ") != "dpop+jwt":
        raise BadProof("typ is not dpop+jwt")
    verify, thumbprint = _read_proof_key(header)
    try:
        verify(signature, signed)
    except (InvalidSignature, ValueError):
        raise BadProof("the signature is invalid") from None
    if payload.get("htm") != method or not _is_for_this_url(payload.get("htu"), origin, path):
        raise BadProof("it was created for another request")
    _check_proof_age(payload.get("iat"))
    if token is not None and not equal_in_constant_time(
        str(payload.get("ath")), _hash_token(token)
    ):
        raise BadProof("it was created for another token")
    proof_id, nonce = payload.get("jti"), payload.get("nonce")
    if not isinstance(proof_id, str) or not proof_id:
        raise BadProof("it has no jti")
    id_hash = sha256(f"{thumbprint}\n{proof_id}".encode(errors="replace")).digest()
    return DpopProof(thumbprint, id_hash, nonce if isinstance(nonce, str) else None)


def _split_proof(text: str) -> tuple[dict[str, Any], dict[str, Any], bytes, bytes]:
    try:
        if len(text) > MAX_LENGTH or text.count(".") != 2:
            raise ValueError
        signed, _, signature = text.rpartition(".")
        header, payload = (orjson.loads(decode_base64url(part)) for part in signed.split("."))
        raw = decode_base64url(signature)
        if not isinstance(header, dict) or not isinstance(payload, dict):
            raise ValueError
    except ValueError:
        raise BadProof("it is malformed") from None
    return header, payload, signed.encode(), raw


def _read_proof_key(header: dict[str, Any]) -> tuple[Verify, str]:
    """The function that verifies signatures with the header's key, and the key's thumbprint."""
    jwk, algorithm = header.get("jwk"), header.get("alg")
    if not isinstance(jwk, dict) or "d" in jwk or algorithm not in ALGORITHMS:
        raise BadProof(f"its key must be a public key for {' or '.join(ALGORITHMS)}")
    try:
        if algorithm == "ES256":
            return _build_ec_verifier(jwk), _compute_jwk_thumbprint(jwk, ("crv", "kty", "x", "y"))
        return _build_rsa_verifier(jwk), _compute_jwk_thumbprint(jwk, ("e", "kty", "n"))
    except (KeyError, TypeError, ValueError, AttributeError):
        raise BadProof("its key is malformed") from None


def _build_ec_verifier(jwk: dict[str, Any]) -> Verify:
    if jwk["kty"] != "EC" or jwk["crv"] != "P-256":
        raise ValueError
    x, y = (int.from_bytes(decode_base64url(jwk[name])) for name in ("x", "y"))
    key = ec.EllipticCurvePublicNumbers(x, y, ec.SECP256R1()).public_key()
    return lambda signature, signed: verify_es256(key, signature, signed)


def _build_rsa_verifier(jwk: dict[str, Any]) -> Verify:
    if jwk["kty"] != "RSA":
        raise ValueError
    e, n = (int.from_bytes(decode_base64url(jwk[name])) for name in ("e", "n"))
    if not RSA_BITS <= n.bit_length() <= MOST_RSA_BITS or e.bit_length() > 32:
        raise ValueError
    key = rsa.RSAPublicNumbers(e, n).public_key()
    return lambda signature, signed: verify_rs256(key, signature, signed)


def _compute_jwk_thumbprint(jwk: dict[str, Any], members: Sequence[str]) -> str:
    """RFC 7638 §3: these members alone, in the order of their names."""
    digest = sha256(orjson.dumps({name: jwk[name] for name in members})).digest()
    return encode_base64url(digest).decode()


def _hash_token(token: str) -> str:
    return encode_base64url(sha256(token.encode()).digest()).decode()


def _is_for_this_url(address: object, origin: str, path: str) -> bool:
    """Query and fragment do not count (RFC 9449 §4.3); both prefixes of the API are one address."""
    try:
        asked, ours = urlsplit(str(address)), urlsplit(origin)
        same_place = _normalize_origin(asked) == _normalize_origin(ours)
    except ValueError:
        return False
    named = asked.path.removeprefix(PREFIX).rstrip("/") or "/"
    return same_place and named == (path.removeprefix(PREFIX).rstrip("/") or "/")


def _normalize_origin(parts: Any) -> tuple[str, str | None, int]:
    return parts.scheme, parts.hostname, parts.port or (443 if parts.scheme == "https" else 80)


def _check_proof_age(issued_at: object) -> None:
    now = clock.now().timestamp()
    if isinstance(issued_at, bool) or not isinstance(issued_at, int | float):
        raise BadProof("it has no iat")
    if not now - LASTS.total_seconds() <= issued_at <= now + AHEAD.total_seconds():
        raise BadProof("it is too old or has a future date")


SCHEME = b"dpop "
CHALLENGE = {"www-authenticate": 'DPoP error="invalid_dpop_proof", algs="ES256 RS256"'}

# Returns a row when the proof is used for the first time; of two concurrent uses only one is the first.
FIRST_USE = Query(
    bool,
    "insert into dpop_proofs (proof_hash, expires_at) values ($1, $2)"
    " on conflict do nothing returning true as first",
)
# Delete proofs that are too old to count.
declare_purge(
    "dpop_proofs", LASTS * 0, key="proof_hash", job="access.forget_proofs", cron="*/10 * * * *"
)


def uses_dpop_scheme(request: Request) -> bool:
    shown = first_headers(request.scope).get(b"authorization", b"")
    return shown[: len(SCHEME)].lower() == SCHEME


async def check_token_binding(request: Request, claims: Claims, token: str) -> None:
    """Raises `InvalidToken` for a key-bound token without a proof, and for a proof with a token that has no
    key."""
    if "cnf" not in claims:
        if uses_dpop_scheme(request):
            raise _build_dpop_error("the token is not bound to a key")
        return
    bound = claims["cnf"].get("jkt")
    if not uses_dpop_scheme(request):
        raise _build_dpop_error("the token is bound to a key: send it as DPoP")
    resources = request.app.state.resources
    try:
        proof = read_dpop_proof(request, resources[AccessTokens].issuer, token=token)
    except BadProof as error:
        raise _build_dpop_error(str(error)) from None
    if proof is None or proof.thumbprint != bound:
        raise _build_dpop_error("the proof was signed with a different key")
    async with resources[Database].one_statement() as db:
        if not await mark_proof_used(db, proof):
            raise _build_dpop_error("it was already used")


def _build_dpop_error(why: str) -> InvalidToken:
    return InvalidToken(f"DPoP: {why}", headers=CHALLENGE)


async def mark_proof_used(db: Db, proof: DpopProof) -> bool:
    """Remembers the proof for as long as it could count again. Needs the system scope."""
    until = clock.now() + LASTS + AHEAD
    return bool(await FIRST_USE.first(db, proof.id_hash, until))
