"""An independent client checks the whole server, as the protocol has it."""

import asyncio
from typing import Any, cast

import httpx
from scim2_client.client import BaseSyncSCIMClient, RawResponse
from scim2_tester import Status, check_server

from tests.scim.directory import Directory


class Client(BaseSyncSCIMClient):
    """Calls the application of this process, from a thread of its own."""

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


async def test_an_independent_client_finds_nothing_wrong(directory: Directory):
    client = Client(directory.http, asyncio.get_running_loop())
    results = await asyncio.to_thread(check_server, client)
    wrong = [
        f"{one.title} {one.resource_type}: {one.status} {one.reason}"
        for one in results
        if one.status not in (Status.SUCCESS, Status.SKIPPED)
    ]
    assert not wrong, "\n".join(wrong)
    assert sum(one.status is Status.SUCCESS for one in results) > 80
    skipped = {f"{one.title} {one.reason}" for one in results if one.status is Status.SKIPPED}
    assert not skipped
