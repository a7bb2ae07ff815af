"""Runs flows: the calls and pauses that they ask for, with threads or with asyncio."""

import asyncio
import time
from collections.abc import Mapping
from typing import Any, TypeVar

import httpx

from gatehouse_license.connection import UNUSABLE, new_async_client, new_client
from gatehouse_license.wire import LONGEST_ANSWER, MOST_BYTES, TIMEOUT, Answer, Call, Flow, Pause

T = TypeVar("T")
SKIPPED = Answer(0)
# Whatever the network, the environment and the address can lead to.
FAILURES = (httpx.HTTPError, *UNUSABLE)


class Driver:
    def __init__(self, base_url: str, key: str | None, http: httpx.Client | None = None) -> None:
        self._given = base_url, key, http
        self._request = _Requests(base_url, key)
        self._http = http or new_client(self._request.base_url, timeout=TIMEOUT)

    def run(self, flow: Flow[T]) -> T:
        answer: Answer | None = None
        while True:
            try:
                step = next(flow) if answer is None else flow.send(answer)
            except StopIteration as end:
                return end.value  # type: ignore[no-any-return]
            answer = self._do(step)

    def _do(self, step: Call | Pause) -> Answer:
        if isinstance(step, Pause):
            time.sleep(step.seconds)
            return SKIPPED
        asked = self._request.of(step)
        if asked is None:
            return SKIPPED
        ends = time.monotonic() + LONGEST_ANSWER
        try:
            with self._http.stream(**asked) as response:
                content = b""
                for part in response.iter_bytes():
                    content += part
                    if len(content) > MOST_BYTES or time.monotonic() > ends:
                        return SKIPPED
                return _answer(response, content)
        except FAILURES as error:
            return Answer(0, cause=error)

    def clone(self) -> "Driver":
        """With an HTTP client of its own, for a call while this one may be in the middle of another."""
        return Driver(*self._given)

    def close(self) -> None:
        self._http.close()


class AsyncDriver:
    def __init__(
        self, base_url: str, key: str | None, http: httpx.AsyncClient | None = None
    ) -> None:
        self._given = base_url, key
        self._request = _Requests(base_url, key)
        self._http = http or new_async_client(self._request.base_url, timeout=TIMEOUT)

    async def run(self, flow: Flow[T]) -> T:
        answer: Answer | None = None
        while True:
            try:
                step = next(flow) if answer is None else flow.send(answer)
            except StopIteration as end:
                return end.value  # type: ignore[no-any-return]
            answer = await self._do(step)

    async def _do(self, step: Call | Pause) -> Answer:
        if isinstance(step, Pause):
            await asyncio.sleep(step.seconds)
            return SKIPPED
        asked = self._request.of(step)
        if asked is None:
            return SKIPPED
        try:
            async with asyncio.timeout(LONGEST_ANSWER), self._http.stream(**asked) as response:
                content = b""
                async for part in response.aiter_bytes():
                    content += part
                    if len(content) > MOST_BYTES:
                        return SKIPPED
                return _answer(response, content)
        except FAILURES as error:
            return Answer(0, cause=error)

    def to_sync(self) -> Driver:
        """With an HTTP client of its own, for a call while the event loop does not run."""
        return Driver(*self._given)

    async def close(self) -> None:
        await self._http.aclose()


class _Requests:
    def __init__(self, base_url: str, key: str | None) -> None:
        self.base_url = base_url.strip().rstrip("/")
        self._key = key

    def of(self, call: Call) -> dict[str, Any] | None:
        """None where there is no server to ask: a tool without a key has its license file alone."""
        if not self.base_url or (call.with_key and not self._key):
            return None
        headers = {"accept": "application/json"}
        if call.with_key:
            headers["authorization"] = f"License {self._key}"
        asked: dict[str, Any] = {
            "method": call.method,
            "url": self.base_url + call.path,
            "headers": headers,
            "follow_redirects": False,
        }
        if call.body is not None:
            asked["json"] = call.body
        if call.query:
            asked["params"] = call.query
        return asked


def _answer(response: httpx.Response, content: bytes) -> Answer:
    return Answer(response.status_code, content, _seconds(response.headers))


def _seconds(headers: Mapping[str, str]) -> float | None:
    text = headers.get("retry-after", "")
    return float(text) if text.isdigit() else None
