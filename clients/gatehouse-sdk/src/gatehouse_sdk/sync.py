"""Access tokens for programs with threads."""

import threading
from collections.abc import Mapping
from typing import Any

import httpx

from gatehouse_sdk import keys
from gatehouse_sdk.caller import Caller
from gatehouse_sdk.entitlements import Entitlements
from gatehouse_sdk.kept import PATIENCE_SECONDS, Kept
from gatehouse_sdk.tokens import Expected, key_id_of


class SyncPublicKeys:
    """As `PublicKeys`, with the same answers."""

    def __init__(self, http: httpx.Client, base_url: str) -> None:
        self._http = http
        self._url = base_url.rstrip("/") + keys.PATH
        self._known = keys.Known()
        self._asking = threading.Lock()

    def find(self, key_id: str) -> Any | None:
        if self._known.is_due(key_id, is_asked=self._asking.locked()):
            with self._asking:
                if self._known.is_due(key_id, is_asked=False):
                    self._known.take(self._ask(), key_id)
        return self._known.get(key_id)

    def _ask(self) -> httpx.Response | None:
        try:
            return self._http.get(self._url, timeout=keys.PATIENCE_SECONDS)
        except httpx.HTTPError:
            return None


class SyncTokens:
    """As `Tokens`, with the same arguments and the same answers. Threads may share one."""

    def __init__(
        self,
        base_url: str,
        *,
        audience: str,
        issuer: str | None = None,
        http: httpx.Client | None = None,
    ) -> None:
        self._http = http or httpx.Client()
        self._keys = SyncPublicKeys(self._http, base_url)
        self._expected = Expected(issuer or base_url.rstrip("/"), audience)
        self._kept = Kept(base_url)
        self._keeping = threading.Lock()

    def verify(self, token: str) -> Caller:
        return self._expected.caller(token, self._keys.find(key_id_of(token)))

    def entitlements(self, token: str, person: Mapping[str, Any]) -> Entitlements:
        with self._keeping:
            fresh = self._kept.fresh(token)
        if fresh is not None:
            return Entitlements(fresh, person)
        answer = self._ask(token)
        with self._keeping:
            self._kept.take(token, answer)
            return Entitlements(self._kept.get(token), person)

    def _ask(self, token: str) -> httpx.Response | None:
        url, headers = self._kept.question(token)
        try:
            return self._http.get(url, headers=headers, timeout=PATIENCE_SECONDS)
        except httpx.HTTPError:
            return None

    def close(self) -> None:
        self._http.close()
