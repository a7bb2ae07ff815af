"""The provider's official SDK, speaking to the simulator without a port.

The SDK is synchronous, so its calls run in a thread and come back to the event loop as requests to the
application.
"""

import asyncio
from collections.abc import Mapping
from typing import Any

import httpx
from stripe import HTTPClient, StripeClient

from gatehouse_simulators.cards import fixtures
from tests.conftest import CARD_PROVIDER

BASE_URL = "http://simulator.test"


class Transport(HTTPClient):
    name = "in-process"

    def __init__(self, asgi: Any, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self.asgi, self.loop = asgi, loop

    def request(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str] | None,
        post_data: Any = None,
        **_: Any,
    ) -> tuple[str, int, Mapping[str, str]]:
        call = self._send(method, url, dict(headers or {}), post_data)
        return asyncio.run_coroutine_threadsafe(call, self.loop).result(60)

    async def _send(
        self, method: str, url: str, headers: dict[str, str], body: Any
    ) -> tuple[str, int, Mapping[str, str]]:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(self.asgi)) as client:
            answer = await client.request(method, url, content=body, headers=headers)
        return answer.text, answer.status_code, answer.headers

    def close(self) -> None:
        return None


def sdk(
    asgi: Any, loop: asyncio.AbstractEventLoop, key: str = CARD_PROVIDER.secret_key
) -> StripeClient:
    return StripeClient(
        key,
        base_addresses={"api": BASE_URL + fixtures.API_PATH},
        http_client=Transport(asgi, loop),
        max_network_retries=0,
    )
