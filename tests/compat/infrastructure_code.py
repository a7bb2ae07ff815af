"""The hosted platform's published infrastructure code, as it calls: a bearer token, JSON announced with or
without a body, POST tried again as another method where something is there already."""

from dataclasses import dataclass
from typing import Any

import httpx

from tests.backend import Backend

AGENT = {"user-agent": "Go-http-client/1.1", "accept-encoding": "gzip"}
JSON = {"content-type": "application/json"}
ACCOUNT = "frontegg-tenant-id"


@dataclass(frozen=True)
class Infrastructure:
    """`call` gives what was answered, which has to be a success; `ask` the answer itself."""

    http: httpx.AsyncClient
    token: str

    @classmethod
    def of(cls, http: httpx.AsyncClient, backend: Backend) -> "Infrastructure":
        return cls(http, backend.token)

    async def ask(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        conflict: str = "",
        **headers: str,
    ) -> httpx.Response:
        told = {**AGENT, **JSON, "authorization": f"Bearer {self.token}", **headers}
        options: dict[str, Any] = {"json": body} if body is not None else {}
        answer = await self.http.request(method, path, headers=told, **options)
        if answer.status_code == 409 and conflict:
            return await self.ask(conflict, path, body, **headers)
        return answer

    async def call(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        conflict: str = "",
        account: object = None,
    ) -> Any:
        headers = {ACCOUNT: str(account)} if account else {}
        answer = await self.ask(method, path, body, conflict=conflict, **headers)
        assert 200 <= answer.status_code < 300, (method, path, answer.status_code, answer.text)
        return answer.json() if answer.content else None

    async def refusal(
        self, method: str, path: str, body: object = None, *, account: object = None
    ) -> tuple[int, str]:
        """The status and the first text, which the operator reads who runs the code."""
        headers = {ACCOUNT: str(account)} if account else {}
        answer = await self.ask(method, path, body, **headers)
        assert answer.status_code >= 400, answer.text
        return answer.status_code, answer.json()["errors"][0]


def read(answer: dict[str, Any], sent: dict[str, Any]) -> dict[str, Any]:
    """Of the answer what was sent: all that a second plan compares."""
    return {name: answer.get(name) for name in sent}
