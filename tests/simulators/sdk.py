"""The provider's official SDK, speaking to the simulator without a port.

The SDK is synchronous, so its calls run in a thread and come back to the event loop as requests to the
application.
"""

import asyncio
from typing import Any
from urllib.parse import urlsplit

import httpx
import requests
from paddle_billing import Client, Options  # type: ignore[import-untyped]
from requests.adapters import BaseAdapter

from gatehouse_simulators.checkout import fixtures
from tests.conftest import PROVIDER

BASE_URL = "http://simulator.test"


class Environment:
    base_url = BASE_URL


class Transport(BaseAdapter):
    """Puts the path back that the SDK drops from its base URL."""

    def __init__(self, asgi: Any, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self.asgi, self.loop = asgi, loop

    def send(self, request: requests.PreparedRequest, *_: Any, **__: Any) -> requests.Response:
        return asyncio.run_coroutine_threadsafe(self._send(request), self.loop).result(30)

    async def _send(self, request: requests.PreparedRequest) -> requests.Response:
        parts = urlsplit(request.url or "")
        path = parts.path.removeprefix(fixtures.API_PATH)
        url = f"{BASE_URL}{fixtures.API_PATH}{path}" + (f"?{parts.query}" if parts.query else "")
        body = request.body.encode() if isinstance(request.body, str) else None
        headers = {name: str(value) for name, value in request.headers.items()}
        async with httpx.AsyncClient(transport=httpx.ASGITransport(self.asgi)) as client:
            answer = await client.request(
                request.method or "GET", url, content=body, headers=headers
            )
        response = requests.Response()
        response.status_code = answer.status_code
        response.headers.update(answer.headers)
        response._content = answer.content
        response.url, response.request = request.url or "", request
        return response

    def close(self) -> None:
        return None


def sdk(asgi: Any, loop: asyncio.AbstractEventLoop, key: str = PROVIDER.api_key) -> Client:
    client = Client(key, options=Options(environment=Environment()))
    client.client.mount(BASE_URL, Transport(asgi, loop))
    return client
