"""One keep-alive HTTP/1.1 connection that sends the next request when an answer is complete."""

import asyncio
import itertools
import re
import time
from collections.abc import Callable
from typing import cast

from benchmarks.plan import Request

LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
CHUNKED = re.compile(rb"\r\ntransfer-encoding: *chunked", re.IGNORECASE)


class Connection(asyncio.Protocol):
    """Measures each exchange; knows as much of HTTP as our own servers under test need."""

    def __init__(
        self,
        requests: list[Request],
        host: str,
        capture: re.Pattern[bytes] | None,
        token: str,
        report: Callable[[float], None],
    ) -> None:
        self.requests = itertools.cycle(requests)
        self.host = host
        self.capture = capture
        self.token = token
        self.report = report
        # Encoding in advance keeps the generator far below the cost of any server.
        ready = [request.encode(host) for request in requests]
        self.encoded = itertools.cycle(ready)
        self.answer = b""
        self.failure = ""
        self.busy = False
        self.stopped = False
        self.interval = 0.0
        self.due = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)

    def start(self, interval: float, delay: float) -> None:
        """Send the first request; later ones follow answers, at most one per `interval` seconds."""
        self.interval = interval
        self.due = time.perf_counter() + delay
        asyncio.get_running_loop().call_later(delay, self.send)

    def send(self) -> None:
        if self.stopped or self.failure:
            return
        if not self.interval:
            self.due = time.perf_counter()
        self.busy = True
        if self.capture:
            self.transport.write(next(self.requests).encode(self.host, self.token))
        else:
            self.transport.write(next(self.encoded))

    def data_received(self, data: bytes) -> None:
        self.answer = self.answer + data if self.answer else data
        if not complete(self.answer):
            return
        answer, self.answer = self.answer, b""
        now = time.perf_counter()
        self.busy = False
        if answer[9:10] != b"2":
            self.failure = answer[:600].decode(errors="replace")
            return
        # A paced request counts from when it was due: waiting for a slow answer is not forgotten.
        self.report(now - self.due)
        if self.capture:
            found = self.capture.search(answer)
            if found is None:
                self.failure = f"no token in {answer[:600].decode(errors='replace')}"
                return
            self.token = found[1].decode()
        if self.interval:
            self.due += self.interval
            if self.due > now:
                asyncio.get_running_loop().call_later(self.due - now, self.send)
                return
        self.send()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.stopped:
            self.failure = self.failure or f"connection lost: {exc}"


def complete(answer: bytes) -> bool:
    """Whether headers and body have arrived."""
    end = answer.find(b"\r\n\r\n")
    if end < 0:
        return False
    length = LENGTH.search(answer, 0, end)
    if length:
        return len(answer) >= end + 4 + int(length[1])
    if CHUNKED.search(answer, 0, end):
        return answer.endswith(b"0\r\n\r\n")
    return True
