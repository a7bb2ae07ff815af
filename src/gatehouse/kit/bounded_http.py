"""Uvicorn's HTTP protocol, with an end to what a client may say before its request begins.

Uvicorn leaves that to a proxy: without one, a header that never ends fills the memory, and connections
that never ask hold their sockets. From the complete head on, the edge bounds size and time.

And each answer leaves in one piece: Uvicorn writes head and body one after the other, which is a
system call and a packet more, and wakes the receiver twice.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MAX_HEAD_BYTES = 64 * 1024  # beyond what the first read of the socket brings
HEAD_SECONDS = 20
HEAD_START = b"HTTP/1.1 "


class BoundedHttp(HttpToolsProtocol):
    _in_head = False
    _head_bytes = 0
    _too_late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._answers = HeadWithBody(transport)
        super().connection_made(self._answers)  # type: ignore[arg-type]
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._in_head:
            self._head_bytes += len(data)
            if self._head_bytes > MAX_HEAD_BYTES:
                self.send_400_response("The headers are too large.")
                return
        super().data_received(data)
        # Seldom: a head comes in one piece. Empty lines before one end Uvicorn's wait, and begin nothing.
        if self._in_head or self.cycle is None or self.cycle.response_complete:
            self._await_head()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._head_bytes = True, 0

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._stop_waiting()
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        self._answers.flush()  # one to HEAD has no body
        super().on_response_complete()

    def _await_head(self) -> None:
        if self._too_late is None:
            loop = asyncio.get_running_loop()
            self._too_late = loop.call_later(HEAD_SECONDS, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._too_late is not None:
            self._too_late.cancel()
            self._too_late = None


class HeadWithBody:
    """A transport that holds the head of an answer, but no `100 Continue`, until the next part."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._head = b""

    def write(self, data: bytes) -> None:
        if not self._head and data.startswith(HEAD_START) and data[9] != ord("1"):
            self._head = data
            return
        self._transport.write(self._head + data if self._head else data)
        self._head = b""

    def flush(self) -> None:
        if self._head:
            self.write(b"")

    def close(self) -> None:
        self.flush()
        self._transport.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)
