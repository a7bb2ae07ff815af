"""The management API, with a token that renews itself."""

import asyncio
from time import monotonic
from typing import Any

import httpx

PATIENCE_SECONDS = 15
RENEW_AT = 0.8


class Vendor:
    """`client_id`, `secret`: of the vendor's machine client. Use it as `async with Vendor(…) as vendor`."""

    def __init__(
        self, base_url: str, client_id: str, secret: str, *, http: httpx.AsyncClient | None = None
    ) -> None:
        self._http = http or httpx.AsyncClient(timeout=PATIENCE_SECONDS)
        self._base_url = base_url.rstrip("/")
        self._credentials = {"clientId": client_id, "secret": secret}
        self._token = ""
        self._renew_at = -float("inf")
        self._renewing = asyncio.Lock()

    async def __aenter__(self) -> "Vendor":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    async def request(
        self, method: str, path: str, *, tenant_id: str | None = None, **options: Any
    ) -> Any:
        """The answer's JSON, None when there is none. `httpx.HTTPStatusError` for a refusal."""
        answer = await self._send(method, path, tenant_id, options)
        if answer.status_code == 401:  # revoked, or signed with a key that is gone
            self._renew_at = -float("inf")
            answer = await self._send(method, path, tenant_id, options)
        answer.raise_for_status()
        return answer.json() if answer.content else None

    async def _send(
        self, method: str, path: str, tenant_id: str | None, options: dict[str, Any]
    ) -> httpx.Response:
        headers = {"x-access-token": await self._current()}
        if tenant_id:
            headers["frontegg-tenant-id"] = tenant_id
        headers |= options.get("headers") or {}
        url = self._base_url + path
        return await self._http.request(method, url, **{**options, "headers": headers})

    async def _current(self) -> str:
        async with self._renewing:
            if monotonic() >= self._renew_at:
                answer = await self._http.post(
                    f"{self._base_url}/auth/vendor", json=self._credentials
                )
                answer.raise_for_status()
                self._token = answer.json()["token"]
                self._renew_at = monotonic() + answer.json()["expiresIn"] * RENEW_AT
            return self._token
