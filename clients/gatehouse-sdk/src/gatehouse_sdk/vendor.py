"""The management API, with a token that renews itself."""

import asyncio
import threading
from time import monotonic
from typing import Any, Self

import httpx

PATIENCE_SECONDS = 15
RENEW_AT = 0.8


class Access:
    """The token that a machine client was given, and what a call with it consists of."""

    def __init__(self, base_url: str, client_id: str, secret: str) -> None:
        self._base_url = base_url.rstrip("/")
        self.sign_in = f"{self._base_url}/auth/vendor"
        self.credentials = {"clientId": client_id, "secret": secret}
        self.token = ""
        self._renew_at = -float("inf")

    @property
    def is_due(self) -> bool:
        return monotonic() >= self._renew_at

    def take(self, answer: httpx.Response) -> None:
        """The answer to `credentials`. `httpx.HTTPStatusError`."""
        said = answer.raise_for_status().json()
        self.token = said["token"]
        self._renew_at = monotonic() + said["expiresIn"] * RENEW_AT

    def drop(self, token: str) -> None:
        """Revoked, or signed with a key that is gone. Nothing where there is a newer one already."""
        if token == self.token:
            self._renew_at = -float("inf")

    def asked(self, path: str, tenant_id: str | None, options: dict[str, Any]) -> dict[str, Any]:
        headers: dict[str, str | bytes] = {"x-access-token": self.token}
        if tenant_id:
            headers["frontegg-tenant-id"] = tenant_id.encode()  # any letters, as UTF-8
        headers |= options.get("headers") or {}
        return {**options, "url": self._base_url + path, "headers": headers}


def _said(answer: httpx.Response) -> Any:
    answer.raise_for_status()
    return answer.json() if answer.content else None


class Vendor:
    """`client_id`, `secret`: of the vendor's machine client. Use it as `async with Vendor(…) as vendor`."""

    def __init__(
        self, base_url: str, client_id: str, secret: str, *, http: httpx.AsyncClient | None = None
    ) -> None:
        self._http = http or httpx.AsyncClient(timeout=PATIENCE_SECONDS)
        self._access = Access(base_url, client_id, secret)
        self._renewing = asyncio.Lock()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    async def request(
        self, method: str, path: str, *, tenant_id: str | None = None, **options: Any
    ) -> Any:
        """The answer's JSON, None when there is none. `httpx.HTTPStatusError` for a refusal."""
        for _ in range(2):
            await self._renew()
            asked = self._access.asked(path, tenant_id, options)
            answer = await self._http.request(method, **asked)
            if answer.status_code != httpx.codes.UNAUTHORIZED:
                break
            async with self._renewing:
                self._access.drop(asked["headers"]["x-access-token"])
        return _said(answer)

    async def _renew(self) -> None:
        async with self._renewing:
            if self._access.is_due:
                url, body = self._access.sign_in, self._access.credentials
                self._access.take(await self._http.post(url, json=body))


class SyncVendor:
    """As `Vendor`, with the same arguments and the same answers. Threads may share one."""

    def __init__(
        self, base_url: str, client_id: str, secret: str, *, http: httpx.Client | None = None
    ) -> None:
        self._http = http or httpx.Client(timeout=PATIENCE_SECONDS)
        self._access = Access(base_url, client_id, secret)
        self._renewing = threading.Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def request(
        self, method: str, path: str, *, tenant_id: str | None = None, **options: Any
    ) -> Any:
        for _ in range(2):
            self._renew()
            asked = self._access.asked(path, tenant_id, options)
            answer = self._http.request(method, **asked)
            if answer.status_code != httpx.codes.UNAUTHORIZED:
                break
            with self._renewing:
                self._access.drop(asked["headers"]["x-access-token"])
        return _said(answer)

    def _renew(self) -> None:
        with self._renewing:
            if self._access.is_due:
                url, body = self._access.sign_in, self._access.credentials
                self._access.take(self._http.post(url, json=body))
