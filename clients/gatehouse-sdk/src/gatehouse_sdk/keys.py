"""The server's public keys (RFC 7517): read when they are needed, kept while the server is away."""

import asyncio
from time import monotonic
from typing import Any

import httpx
from joserfc.jwk import KeySet

from gatehouse_sdk.errors import KeysUnavailable

FRESH_SECONDS = 300  # the server publishes a key ten minutes before it signs with it
# An unknown key id is a new key, or somebody who makes them up: those must not make us ask at each call.
PAUSE_SECONDS = 5
PATIENCE_SECONDS = 5
PATH = "/.well-known/jwks.json"


class PublicKeys:
    def __init__(self, http: httpx.AsyncClient, base_url: str) -> None:
        self._http = http
        self._url = base_url.rstrip("/") + PATH
        self._known: dict[str, Any] = {}
        self._read_at = self._asked_at = -float("inf")
        self._asking = asyncio.Lock()

    async def find(self, key_id: str) -> Any | None:
        """None for a key that the server does not have. `KeysUnavailable` before the first answer."""
        if key_id not in self._known or monotonic() - self._read_at > FRESH_SECONDS:
            await self._read()
        if not self._known:
            raise KeysUnavailable(f"{self._url} could not be read")
        return self._known.get(key_id)

    async def _read(self) -> None:
        async with self._asking:
            if self._known and monotonic() - self._asked_at < PAUSE_SECONDS:
                return
            self._asked_at = monotonic()
            try:
                answer = await self._http.get(self._url, timeout=PATIENCE_SECONDS)
                answer.raise_for_status()
                keys = KeySet.import_key_set(answer.json()).keys
            except (httpx.HTTPError, ValueError, KeyError):
                return
            self._known = {key.kid: key for key in keys if key.kid}
            self._read_at = monotonic()
