"""Access tokens (RFC 7519), checked without a call to the server."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from time import time
from typing import Any

import httpx
from joserfc import jws
from joserfc.errors import JoseError

from gatehouse_sdk.authorization import is_referred, with_lists
from gatehouse_sdk.caller import Caller
from gatehouse_sdk.entitlements import Entitlements
from gatehouse_sdk.errors import InvalidToken
from gatehouse_sdk.kept import PATIENCE_SECONDS, Kept, keep_authorization, keep_entitlements
from gatehouse_sdk.keys import PublicKeys

# What Gatehouse signs with. A key counts for its own algorithm alone.
ALGORITHMS = ["ES256", "RS256"]
MAX_LENGTH = 16_384
LEEWAY_SECONDS = 5  # clocks differ


@dataclass(frozen=True, slots=True)
class Expected:
    """What every token of this server for this product says."""

    issuer: str
    audience: str

    def caller(self, token: str, key: Any) -> Caller:
        """Of a token that this key signed; None if the key is unknown. `InvalidToken`."""
        if key is None or header_of(token).get("alg") != key.get("alg"):
            raise InvalidToken("No key of the server signed this token")
        try:
            signed = jws.deserialize_compact(token, key, algorithms=ALGORITHMS)
            claims = json.loads(signed.payload)
            self._check(claims)
            return Caller.of(claims)
        except (JoseError, ValueError, KeyError, TypeError) as error:
            raise InvalidToken("Not a token of the server") from error

    def _check(self, claims: Mapping[str, Any]) -> None:
        audience = claims.get("aud")
        if claims.get("iss") != self.issuer:
            raise InvalidToken("Another server's token")
        if self.audience not in (audience if isinstance(audience, list) else [audience]):
            raise InvalidToken("Another product's token")
        ends = claims["exp"]
        if not isinstance(ends, int) or ends + LEEWAY_SECONDS <= time():
            raise InvalidToken("The token has ended")


def header_of(token: str) -> dict[str, Any]:
    """`InvalidToken`."""
    if len(token) > MAX_LENGTH:
        raise InvalidToken("The token is too long")
    try:
        header: dict[str, Any] = jws.extract_compact(token.encode()).headers()
    except (JoseError, ValueError, TypeError) as error:
        raise InvalidToken("Not a token of the server") from error
    return header


def key_id_of(token: str) -> str:
    """The key that signed it, as it says. `InvalidToken`."""
    key_id = header_of(token).get("kid")
    if not isinstance(key_id, str):
        raise InvalidToken("The token does not say which key signed it")
    return key_id


class Tokens:
    """For programs with asyncio. `base_url`: where the server is reached. `audience`: the application's id;
    a token for another product of the same server is refused. `issuer`: the server's public address, where
    that is not `base_url`."""

    def __init__(
        self,
        base_url: str,
        *,
        audience: str,
        issuer: str | None = None,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        self._http = http or httpx.AsyncClient()
        self._keys = PublicKeys(self._http, base_url)
        self._expected = Expected(issuer or base_url.rstrip("/"), audience)
        self._entitlements = keep_entitlements(base_url)
        self._authorization = keep_authorization(base_url)

    async def verify(self, token: str) -> Caller:
        """Whose token it is. Roles and permissions that the token refers to are asked of the server and kept
        for a minute. `InvalidToken`; `KeysUnavailable` before the server was ever reached;
        `AuthorizationUnavailable`."""
        caller = self._expected.caller(token, await self._keys.find(key_id_of(token)))
        if not is_referred(caller.claims):
            return caller
        return Caller.of(with_lists(caller.claims, await self._ask(self._authorization, token)))

    async def entitlements(self, token: str, person: Mapping[str, Any]) -> Entitlements:
        """What the caller of a verified token may use, asked of the server and kept for a minute; `person`
        as for `Entitlements`. `InvalidToken` when their session has ended; `EntitlementsUnavailable`."""
        return Entitlements(await self._ask(self._entitlements, token), person)

    async def _ask(self, kept: Kept, token: str) -> Mapping[str, Any]:
        if kept.fresh(token) is None:
            url, headers = kept.question(token)
            try:
                answer = await self._http.get(url, headers=headers, timeout=PATIENCE_SECONDS)
            except httpx.HTTPError:
                kept.take(token, None)
            else:
                kept.take(token, answer)
        return kept.get(token)

    async def close(self) -> None:
        await self._http.aclose()
