"""Uvicorn's HTTP protocol, with an end to what a client may say before its request begins.

Uvicorn leaves that to a proxy: without one, a header that never ends fills the memory, and connections
that never ask hold their sockets. From the complete head on, the edge bounds size and time.
"""

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MAX_HEAD_BYTES = 64 * 1024  # beyond what the first read of the socket brings
HEAD_SECONDS = 20


class BoundedHttp(HttpToolsProtocol):
    _in_head = False
    _head_bytes = 0
    _too_late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
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

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._head_bytes = True, 0
        self._await_head()

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._stop_waiting()
        super().on_headers_complete()

    def _await_head(self) -> None:
        if self._too_late is None:
            loop = asyncio.get_running_loop()
            self._too_late = loop.call_later(HEAD_SECONDS, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._too_late is not None:
            self._too_late.cancel()
            self._too_late = None
