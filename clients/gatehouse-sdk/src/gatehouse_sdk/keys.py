"""The server's public keys (RFC 7517): read when they are needed, kept while the server is away."""

import asyncio
from collections.abc import Mapping
from time import monotonic
from typing import Any

import httpx
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from gatehouse_sdk.errors import KeysUnavailable

FRESH_SECONDS = 300  # the server publishes a key ten minutes before it signs with it
# An unknown key id is a new key, or invented by an attacker, who must not make us ask at each call.
PAUSE_SECONDS = 5
PATIENCE_SECONDS = 5
PATH = "/.well-known/jwks.json"


class Known:
    """The keys that were read last, and whether it is time to read them again."""

    def __init__(self) -> None:
        self._keys: Mapping[str, Any] = {}
        self._read_at = self._in_vain_at = -float("inf")

    def is_due(self, key_id: str, *, is_asked: bool) -> bool:
        """`is_asked`: a request to the server is under way. A caller with a key need not wait for it."""
        now, is_known = monotonic(), key_id in self._keys
        if now - self._in_vain_at < PAUSE_SECONDS or (is_known and is_asked):
            return False
        return not is_known or now - self._read_at > FRESH_SECONDS

    def take(self, answer: httpx.Response | None, key_id: str) -> None:
        """The server's answer, or None, to the caller that looked for this key."""
        found = _keys_in(answer) if answer else {}
        if found:
            self._keys, self._read_at = found, monotonic()
        if key_id not in found:
            self._in_vain_at = monotonic()

    def get(self, key_id: str) -> Any | None:
        if not self._keys:
            raise KeysUnavailable("The server's public keys could not be read")
        return self._keys.get(key_id)


class PublicKeys:
    def __init__(self, http: httpx.AsyncClient, base_url: str) -> None:
        self._http = http
        self._url = base_url.rstrip("/") + PATH
        self._known = Known()
        self._asking = asyncio.Lock()

    async def find(self, key_id: str) -> Any | None:
        """None for a key that the server does not have. `KeysUnavailable` before the first answer."""
        if self._known.is_due(key_id, is_asked=self._asking.locked()):
            async with self._asking:
                if self._known.is_due(key_id, is_asked=False):
                    self._known.take(await self._ask(), key_id)
        return self._known.get(key_id)

    async def _ask(self) -> httpx.Response | None:
        try:
            answer = await self._http.get(self._url, timeout=PATIENCE_SECONDS)
        except httpx.HTTPError:
            return None
        return answer


def _keys_in(answer: httpx.Response) -> Mapping[str, Any]:
    """By id; none where the answer is not a set of keys."""
    if answer.status_code != httpx.codes.OK:
        return {}
    try:
        keys = KeySet.import_key_set(answer.json()).keys
    except (JoseError, ValueError, KeyError, TypeError):
        return {}
    return {key.kid: key for key in keys if key.kid}
