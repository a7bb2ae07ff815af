"""Answers each request with the configuration that is in force when it begins (ADR 36).

A request begins with the version in memory, and its first statement confirms it. If the database has another
one, nothing has been written: the configuration is read, and the request is answered again from its start.
A refusal that needed no statement is confirmed before it is sent. A success without one shows what is public
and decides nothing, so it needs no database.
"""

import asyncio
from collections import deque
from contextlib import suppress

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gatehouse.kit.db.configuration_version import (
    REQUEST_VERSION,
    ConfigurationChanged,
    RequestVersion,
)
from gatehouse.kit.error_formats import render_refusal
from gatehouse.kit.errors import BUSY
from gatehouse.kit.jobs import DATABASE_AWAY
from gatehouse.kit.logs import get_logger
from gatehouse.vendor.configuration.live import VendorConfiguration

log = get_logger()

MOST_ATTEMPTS = 5
REFUSALS = range(400, 500)
CONFIRMATION_LIMIT = 1.0  # seconds that a refusal waits for a database that hangs


class RepeatableBody:
    """The body of a request, which can be read again from its start until the request is confirmed."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._read: list[Message] = []
        self._again: deque[Message] = deque()
        self.request: RequestVersion | None = None

    def begin_again(self, request: RequestVersion) -> None:
        self.request = request
        self._again = deque(self._read)

    def drop_kept(self) -> None:
        """Keep nothing for another attempt."""
        self._read.clear()

    async def receive_message(self) -> Message:
        if self._again:
            return self._again.popleft()
        message = await self._receive()
        if self.request is not None and self.request.is_confirmed:
            self._read.clear()
        else:
            self._read.append(message)
        return message


class ConfirmedRequests:
    """Answers a request again when the configuration has changed since the process read it."""

    def __init__(self, app: ASGIApp, configuration: VendorConfiguration) -> None:
        self.app = app
        self._configuration = configuration

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        body = RepeatableBody(receive)
        for _ in range(MOST_ATTEMPTS):
            if await self._answer_if_confirmed(scope, body, send):
                return
            try:
                await self._configuration.catch_up()
            except DATABASE_AWAY as error:
                log.warning("configuration.not_read", reason=type(error).__name__)
                break
        await render_refusal(scope, BUSY)(scope, body.receive_message, send)

    async def _answer_if_confirmed(self, scope: Scope, body: RepeatableBody, send: Send) -> bool:
        request = RequestVersion(self._configuration.current.version)
        body.begin_again(request)

        async def send_confirmed(message: Message) -> None:
            if not request.is_confirmed:
                if message.get("status") in REFUSALS:
                    await self._confirm_refusal()
                request.is_confirmed = True
                body.drop_kept()
            await send(message)

        before = REQUEST_VERSION.set(request)
        try:
            await self.app(scope, body.receive_message, send_confirmed)
        except ConfigurationChanged:
            return False
        finally:
            REQUEST_VERSION.reset(before)
        return True

    async def _confirm_refusal(self) -> None:
        """Without an answer of the database in time it stands."""
        with suppress(*DATABASE_AWAY):
            async with asyncio.timeout(CONFIRMATION_LIMIT):
                await self._configuration.confirm_request()
