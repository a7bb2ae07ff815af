"""Access tokens: JWTs (RFC 7519), signed with ES256 or RS256.

Signed and verified on `cryptography` directly, because every request pays for it. Only tokens of this server
are accepted: a known key with its one algorithm, the server's issuer, an audience that the caller names;
header hints such as `jku`, `x5u` and `jwk` are never read.
"""

import base64
from collections import OrderedDict
from collections.abc import Collection
from functools import lru_cache
from hashlib import sha256
from typing import Any, Protocol
from uuid import UUID

import orjson
from cryptography.exceptions import InvalidSignature

from gatehouse.access.signing_keys import ES256, KeyRing
from gatehouse.kit import clock
from gatehouse.kit.errors import Unauthenticated
from gatehouse.kit.external_ids import ExternalIds
from gatehouse.kit.tenant_ids import MalformedTenantId, inner_id

Claims = dict[str, Any]

MAX_LENGTH = 16_384
REMEMBERED = 4096
# Lists that a long token refers to instead (OpenID Connect Core §5.6.2), by the name of their source, and
# where the bearer of the token reads them.
REFERABLE = {"permissions": "authorization", "roles": "authorization", "tenantIds": "tenants"}
ENDPOINTS = {
    "authorization": "/identity/resources/users/v1/me/authorization",
    "tenants": "/identity/resources/users/v3/me/tenants",
}
# Bytes. The reference to a shorter list would be longer than the list.
SHORTEST_REFERRED = 512


def get_referenced_lists(claims: Claims) -> frozenset[str]:
    """Names of the lists that a verified token refers to instead of holding them."""
    return frozenset(claims.get("_claim_names") or ())


class InvalidToken(Unauthenticated, code="token.invalid"): ...


class AccessTokens:
    """`issue` and `verify`. Verified tokens are remembered until they expire; whether their session
    still lives is asked of the database at every request."""

    def __init__(
        self,
        keys: KeyRing,
        issuer: str,
        seconds: int,
        external_ids: ExternalIds,
        length: int = MAX_LENGTH,
    ) -> None:
        """`length`: characters of a token, beyond which it refers to its longest lists."""
        self.keys = keys
        self.length = length
        self._external_ids = external_ids
        self.issuer = issuer
        self.seconds = seconds
        self._verified: OrderedDict[bytes, Claims] = OrderedDict()

    async def issue(
        self,
        claims: Claims,
        *,
        audience: str,
        seconds: int | None = None,
        algorithm: str = ES256,
        kind: str = "JWT",
    ) -> str:
        """A signed token with `iss`, `aud`, `iat` and `exp` added. `kind` is its `typ`: one of another kind
        than `JWT` opens nothing here. It names tenants as the vendor does."""
        return self.sign(
            await self._external_ids.replace_in_claims(claims),
            audience=audience,
            seconds=seconds,
            algorithm=algorithm,
            kind=kind,
        )

    def sign(
        self,
        claims: Claims,
        *,
        audience: str,
        seconds: int | None = None,
        algorithm: str = ES256,
        kind: str = "JWT",
    ) -> str:
        """Sign claims without changing them; see `issue`. A token that would be longer than `length` refers
        to its longest lists instead: proxies refuse longer headers."""
        key_id, key = self.keys.current(algorithm)
        now = int(clock.timestamp())
        lifetime = seconds or self.seconds
        payload = {**claims, "iss": self.issuer, "aud": audience, "iat": now, "exp": now + lifetime}
        header = _encode_token_header(algorithm, key_id, kind)
        signed = header + encode_base64url(orjson.dumps(payload))
        signature = encode_base64url(key.sign(signed))
        most = self.length - len(signature) - 1
        if len(signed) > most:
            signed = header + encode_base64url(
                self._with_references(payload, (most - len(header)) * 3 // 4)
            )
            signature = encode_base64url(key.sign(signed))
        return (signed + b"." + signature).decode()

    def _with_references(self, claims: Claims, most: int) -> bytes:
        """The claims as JSON of at most `most` bytes, where leaving out the longest lists is enough for that.
        A list is left out whole and is empty then, as published guards fail without one."""
        lengths = {name: len(orjson.dumps(claims[name])) for name in REFERABLE if claims.get(name)}
        names = sorted(lengths, key=lengths.__getitem__, reverse=True)
        text, left_out = orjson.dumps(claims), list[str]()
        while names and len(text) > most and lengths[names[0]] >= SHORTEST_REFERRED:
            left_out.append(names.pop(0))
            text = orjson.dumps({**claims, **self._references(claims, left_out)})
        return text

    def _references(self, claims: Claims, left_out: list[str]) -> Claims:
        sources: Claims = {}
        for source in sorted({REFERABLE[name] for name in left_out}):
            lists = {name: claims[name] for name in sorted(left_out) if REFERABLE[name] == source}
            digest = sha256(orjson.dumps(lists)).digest()[:12]
            # Tokens with the same lists have the same digest.
            endpoint = self.issuer + ENDPOINTS[source]
            sources[source] = {"endpoint": endpoint, "digest": encode_base64url(digest).decode()}
        return {
            **{name: [] for name in left_out},
            "_claim_names": {name: REFERABLE[name] for name in left_out},
            "_claim_sources": sources,
        }

    async def verify(
        self, token: str, *, audiences: Collection[str], expired_too: bool = False
    ) -> Claims:
        """The claims of a token for one of these audiences, or `InvalidToken`."""
        digest = sha256(token.encode()).digest()
        claims = self._verified.get(digest)
        if claims is None:
            claims = await self._verify_signature(token)
            if claims.get("iss") != self.issuer:
                raise InvalidToken("Invalid token specified")
            self._remember(digest, claims)
        # At each use: an application may have gone since, and others take other audiences.
        if claims.get("aud") not in audiences:
            raise InvalidToken("Invalid token specified")
        if not expired_too and claims["exp"] <= clock.timestamp():
            self._verified.pop(digest, None)
            raise InvalidToken("The access token has expired")
        return claims

    async def _verify_signature(self, token: str) -> Claims:
        if len(token) > MAX_LENGTH or token.count(".") != 2:
            raise InvalidToken("Invalid token specified")
        signed, _, signature = token.rpartition(".")
        try:
            header, payload = (orjson.loads(decode_base64url(part)) for part in signed.split("."))
            raw = decode_base64url(signature)
            key = self.keys.find(header["kid"])
            if key is None:
                await self.keys.refresh()
                key = self.keys.find(header["kid"])
            if key is None or header["alg"] != key.algorithm or header["typ"] != "JWT":
                raise InvalidToken("Invalid token specified")
            key.verify(raw, signed.encode())
            if not isinstance(payload["exp"], int):
                raise InvalidToken("Invalid token specified")
            claims = _to_inner_tenant_ids(payload)
        except (ValueError, KeyError, TypeError, AttributeError, InvalidSignature) as error:
            raise InvalidToken("Invalid token specified") from error
        return claims

    def _remember(self, digest: bytes, claims: Claims) -> None:
        self._verified[digest] = claims
        if len(self._verified) > REMEMBERED:
            self._verified.popitem(last=False)


def _to_inner_tenant_ids(claims: Claims) -> Claims:
    """The claims as they were given to `issue`."""
    try:
        if isinstance(claims.get("tenantId"), str):
            claims["tenantId"] = str(inner_id(claims["tenantId"]))
        if isinstance(claims.get("tenantIds"), list):
            claims["tenantIds"] = [str(inner_id(one)) for one in claims["tenantIds"]]
    except MalformedTenantId as error:
        raise InvalidToken("Invalid token specified") from error
    return claims


@lru_cache(16)
def _encode_token_header(algorithm: str, key_id: str, kind: str) -> bytes:
    return encode_base64url(orjson.dumps({"alg": algorithm, "typ": kind, "kid": key_id})) + b"."


def encode_base64url(data: bytes) -> bytes:
    return base64.urlsafe_b64encode(data).rstrip(b"=")


def decode_base64url(text: str) -> bytes:
    """Only the one spelling of RFC 7515 §2: no padding, no other alphabet, no stray bits."""
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if encode_base64url(data) != text.encode():
        raise ValueError("not base64url")
    return data


class TokenUse(Protocol):
    """Notes when API tokens were last used."""

    async def note(self, token_id: UUID) -> None: ...
