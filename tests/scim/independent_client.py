"""Another maker's client, which calls the application of this process from a thread of its own.

A module of its own: to load that client takes longer than to collect a thousand tests, and one process of
the run needs it.
"""

import asyncio
from typing import Any, cast

import httpx
from scim2_client.client import BaseSyncSCIMClient, RawResponse
from scim2_tester import CheckResult, Status, check_server

__all__ = ["Status", "findings"]


class Client(BaseSyncSCIMClient):
    def __init__(self, http: httpx.AsyncClient, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self.http = http
        self.loop = loop

    def request(self, method: str, url: str, **kwargs: Any) -> RawResponse:
        call = self.http.request(method, url, **kwargs)
        answer = asyncio.run_coroutine_threadsafe(call, self.loop).result(60)
        return cast("RawResponse", answer)

    def _parse_json(self, response: RawResponse) -> Any:
        return cast("httpx.Response", response).json()

    def _stays_under_base_url(self, endpoint: str) -> bool:
        return True


async def findings(http: httpx.AsyncClient) -> list[CheckResult]:
    """What it says of each thing that it tried."""
    client = Client(http, asyncio.get_running_loop())
    return await asyncio.to_thread(check_server, client)
