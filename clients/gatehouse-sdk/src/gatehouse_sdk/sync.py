"""Access tokens for programs with threads."""

import threading
from collections.abc import Mapping
from typing import Any

import httpx

from gatehouse_sdk import keys
from gatehouse_sdk.authorization import is_referred, with_lists
from gatehouse_sdk.caller import Caller
from gatehouse_sdk.entitlements import Entitlements
from gatehouse_sdk.kept import PATIENCE_SECONDS, Kept, keep_authorization, keep_entitlements
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
        self._entitlements = keep_entitlements(base_url)
        self._authorization = keep_authorization(base_url)
        self._keeping = threading.Lock()

    def verify(self, token: str) -> Caller:
        caller = self._expected.caller(token, self._keys.find(key_id_of(token)))
        if not is_referred(caller.claims):
            return caller
        return Caller.of(with_lists(caller.claims, self._ask(self._authorization, token)))

    def entitlements(self, token: str, person: Mapping[str, Any]) -> Entitlements:
        return Entitlements(self._ask(self._entitlements, token), person)

    def _ask(self, kept: Kept, token: str) -> Mapping[str, Any]:
        with self._keeping:
            fresh = kept.fresh(token)
        if fresh is not None:
            return fresh
        url, headers = kept.question(token)
        try:
            answer = self._http.get(url, headers=headers, timeout=PATIENCE_SECONDS)
        except httpx.HTTPError:
            answer = None
        with self._keeping:
            kept.take(token, answer)
            return kept.get(token)

    def close(self) -> None:
        self._http.close()
