"""Uvicorn's HTTP protocol with limits on what a client sends before its request begins.

Uvicorn leaves these limits to a proxy. Without one, an endless header fills the memory, as do endless
trailers and requests that arrive faster than they are answered, and idle connections hold their sockets.
After the complete head, `kit/edge.py` and `kit/gate.py` limit the size and the time of a request.

Uvicorn also waits without limit for a client to read its answer, and keeps the answer in memory. This class
closes the connection of a client that reads next to nothing.

A complete answer is written in one piece: Uvicorn writes head and body separately, which costs one more
system call and packet and wakes the receiver twice. Uvicorn also examines each header separately, which costs
more than anything else that it does for a request.
"""

import asyncio
import contextlib
import fcntl
import socket
import struct
import sys
import termios
from collections.abc import Iterable
from typing import Any

from httptools import HttpParserError
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

MAX_HEAD_BYTES = 64 * 1024  # of what is no body, beyond what one read of the socket brings
HEAD_SECONDS = 20
MOST_WAITING = 100  # requests behind the one that is being answered
READER_SECONDS = 20
READ_BYTES = 20 * 1024  # of an answer in that time
# Not allowed in a header: with one of these a value could start another header or a response.
CONTROLS = bytes({*range(32), 127} - {9})
LEFT_TO_UVICORN = (b"connection", b"transfer-encoding")


class BoundedHttp(HttpToolsProtocol):
    _in_head = False
    _bytes_to_no_end = 0  # since a head was complete, or a part of a body came
    _too_late: asyncio.TimerHandle | None = None
    _reading: asyncio.TimerHandle | None = None
    _idle_since: float | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._start_head_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_head_timer()
        self._stop_reader_timer()
        if self.timeout_keep_alive_task is not None:
            self.timeout_keep_alive_task.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._bytes_to_no_end += len(data)
        super().data_received(data)
        if self._bytes_to_no_end > MAX_HEAD_BYTES and not self.transport.is_closing():
            self.send_400_response("The headers are too large.")
            return
        # Rare: a head usually arrives in one piece. Empty lines before a head end Uvicorn's keep-alive timer,
        # but do not begin a request.
        if self._in_head or self.cycle is None or self.cycle.response_complete:
            self._start_head_timer()

    def on_response_complete(self) -> None:
        """Replaces Uvicorn's method, which sets a timer after each answer and cancels it with the next
        request. Here one timer stays, and checks when it fires how long the connection has been idle."""
        self.server_state.total_requests += 1
        if self.transport.is_closing():
            return
        self.flow.resume_reading()
        if self.pipeline:
            self._start_asgi_task(*self.pipeline.pop())
            return
        self._idle_since = self.loop.time()
        if self.timeout_keep_alive_task is None:
            self._start_idle_timer(self.timeout_keep_alive)

    def _unset_keepalive_if_required(self) -> None:
        self._idle_since = None

    def timeout_keep_alive_handler(self) -> None:
        self.timeout_keep_alive_task = None
        if self._idle_since is None:
            return
        left = self._idle_since + self.timeout_keep_alive - self.loop.time()
        if left > 0:
            self._start_idle_timer(left)
        else:
            super().timeout_keep_alive_handler()
            self._start_reader_timer()  # what was written has to leave before the connection is closed

    def _start_idle_timer(self, seconds: float) -> None:
        self.timeout_keep_alive_task = self.loop.call_later(
            seconds, self.timeout_keep_alive_handler
        )

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= MOST_WAITING:
            raise HttpParserError("Too many requests wait for their turn")
        super().on_message_begin()
        self._in_head, self._bytes_to_no_end = True, 0

    def on_headers_complete(self) -> None:
        self._in_head, self._bytes_to_no_end = False, 0
        self._stop_head_timer()
        super().on_headers_complete()
        self.headers = []  # what comes behind the body is no part of the head (RFC 9110 §6.5.1)
        if self.cycle:
            self.cycle.__class__ = BoundedExchange  # begins with the next turn of the loop

    def on_body(self, body: bytes) -> None:
        self._bytes_to_no_end = 0
        super().on_body(body)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._start_reader_timer()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_reader_timer()

    def _start_reader_timer(self) -> None:
        if self._reading is None:
            loop = asyncio.get_running_loop()
            self._reading = loop.call_later(
                READER_SECONDS, self._abort_slow_reader, self._count_unread_bytes()
            )

    def _abort_slow_reader(self, before: int) -> None:
        self._reading = None
        if before - self._count_unread_bytes() < READ_BYTES:
            _discard_unsent_bytes(self.transport)
            self.transport.abort()
        else:
            self._start_reader_timer()

    def _count_unread_bytes(self) -> int:
        """Here, and in the system, which takes more only when much of what it holds is read."""
        held = bytes(4)
        with contextlib.suppress(OSError):  # where the system does not tell
            held = fcntl.ioctl(_get_socket(self.transport).fileno(), termios.TIOCOUTQ, held)
        return self.transport.get_write_buffer_size() + int.from_bytes(held, sys.byteorder)

    def _stop_reader_timer(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def _start_head_timer(self) -> None:
        if self._too_late is None:
            loop = asyncio.get_running_loop()
            self._too_late = loop.call_later(HEAD_SECONDS, self.transport.close)

    def _stop_head_timer(self) -> None:
        if self._too_late is not None:
            self._too_late.cancel()
            self._too_late = None


def _get_socket(transport: asyncio.Transport) -> Any:
    return transport.get_extra_info("socket")


def _discard_unsent_bytes(transport: asyncio.Transport) -> None:
    """Else the system keeps it for minutes after the end."""
    known = _get_socket(transport)
    with (
        contextlib.suppress(OSError),
        socket.fromfd(known.fileno(), known.family, known.type) as same,
    ):
        same.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


class BoundedExchange(RequestResponseCycle):
    """Holds the head of an answer until the next part. A whole answer on a connection that stays is written
    here, and every other one by Uvicorn. Of either the edge keeps a log."""

    _head: Any = None

    async def send(self, message: Any) -> None:
        if not self.response_started and message["type"] == "http.response.start":
            self._head = message
            return
        head, self._head = self._head, None
        if self.flow.write_paused:
            await self.flow.drain()
            # Of several requests that wait on a connection Uvicorn tells the last one of its end.
            self.disconnected = self.disconnected or self.transport.is_closing()
        if head is not None:
            if self._write_complete_answer(head, message):
                return
            await super().send(head)
        await super().send(message)

    def _write_complete_answer(self, head: Any, part: Any) -> bool:
        body: bytes = part.get("body", b"")
        headers = [*self.default_headers, *head.get("headers", ())]
        if (
            part.get("more_body", False)
            or not self.keep_alive
            or self.disconnected
            or self.flow.write_paused
            or self.scope["method"] == "HEAD"
            or not _has_only_content_length(headers, len(body))
        ):
            return False
        lines = [b"%b: %b\r\n" % pair for pair in headers]
        told = b"".join(lines)
        if len(told.translate(None, CONTROLS)) != len(told) - 2 * len(lines):
            return False  # which Uvicorn refuses
        self.response_started = self.response_complete = True
        self.waiting_for_100_continue = False
        self.transport.write(b"".join((STATUS_LINE[head["status"]], told, b"\r\n", body)))
        self.message_event.set()
        self.on_response()
        return True


def _has_only_content_length(headers: Iterable[tuple[bytes, bytes]], length: int) -> bool:
    """Whether they tell it, and nothing else of how the answer ends."""
    found = dict(headers)
    return found.get(b"content-length") == b"%d" % length and found.keys().isdisjoint(
        LEFT_TO_UVICORN
    )


# Of every server of ours, for `uvicorn.Config`.
SERVER_OPTIONS: dict[str, Any] = {
    "http": BoundedHttp,
    "lifespan": "off",
    "ws": "none",
    "log_config": None,
    "access_log": False,
    "log_level": "warning",
    "server_header": False,
    "proxy_headers": False,
}
