"""Access tokens (RFC 7519), checked without a call to the server."""

import json
from time import time

import httpx
from joserfc import jws
from joserfc.errors import JoseError

from gatehouse_sdk.caller import Caller
from gatehouse_sdk.errors import InvalidToken
from gatehouse_sdk.keys import PublicKeys

# What Gatehouse signs with. A key counts for its own algorithm alone.
ALGORITHMS = ["ES256", "RS256"]
MAX_LENGTH = 16_384
LEEWAY_SECONDS = 5  # clocks differ


class Tokens:
    """`base_url`: the server's, as the browser knows it. `audience`: the application's id; a token for
    another product of the same server is refused. `issuer`: where it is not `base_url`."""

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
        self._issuer = issuer or base_url.rstrip("/")
        self._audience = audience

    async def verify(self, token: str) -> Caller:
        """Whose token it is. `InvalidToken`; `KeysUnavailable` before the server was ever reached."""
        if len(token) > MAX_LENGTH:
            raise InvalidToken("The token is too long")
        try:
            found = jws.extract_compact(token.encode())
            header = found.headers()
            key = await self._keys.find(str(header["kid"]))
            if key is None or header.get("alg") != key.get("alg"):
                raise InvalidToken("No key of the server signed this token")
            signed = jws.deserialize_compact(token, key, algorithms=ALGORITHMS)
            claims = json.loads(signed.payload)
            self._check(claims)
            return Caller.of(claims)
        except (JoseError, ValueError, KeyError, TypeError) as error:
            raise InvalidToken("Not a token of the server") from error

    def _check(self, claims: dict[str, object]) -> None:
        audience = claims.get("aud")
        if claims.get("iss") != self._issuer:
            raise InvalidToken("Another server's token")
        if self._audience not in (audience if isinstance(audience, list) else [audience]):
            raise InvalidToken("Another product's token")
        ends = claims["exp"]
        if not isinstance(ends, int) or ends + LEEWAY_SECONDS <= time():
            raise InvalidToken("The token has ended")

    async def close(self) -> None:
        await self._http.aclose()
