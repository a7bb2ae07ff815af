"""A licensed tool, as it calls the machine API."""

from typing import Any

import httpx

API = "/api/v1/license"


class Tool:
    def __init__(self, http: httpx.AsyncClient, key: str) -> None:
        self.http = http
        self.http.headers["authorization"] = f"License {key}"

    async def validate(self, **body: Any) -> httpx.Response:
        return await self.http.post(f"{API}/validate", json=body)

    async def code(self, **body: Any) -> str:
        answer = await self.validate(**body)
        assert answer.status_code == 200, answer.text
        told: str = answer.json()["code"]
        assert answer.json()["valid"] is (told == "VALID")
        return told

    async def claim(self, subject: str = "ann", kind: str = "user", **body: Any) -> httpx.Response:
        return await self.http.post(f"{API}/seats", json={"kind": kind, "subject": subject, **body})

    async def beat(self, seat: str, use: str | None = None) -> httpx.Response:
        return await self.http.post(f"{API}/seats/{seat}/heartbeat", params=_use(use))

    async def free(self, seat: str, use: str | None = None) -> httpx.Response:
        return await self.http.delete(f"{API}/seats/{seat}", params=_use(use))

    async def report(self, *events: dict[str, Any]) -> httpx.Response:
        return await self.http.post(f"{API}/usage", json=list(events))

    async def file(self, subject: str | None = None) -> httpx.Response:
        return await self.http.get(f"{API}/file", params={"subject": subject} if subject else {})


def _use(use: str | None) -> dict[str, str]:
    """None: as a client that knows of no uses."""
    return {} if use is None else {"use": use}
