"""What no application should have to see: a body that is too large, a page of a foreign origin, a request
that takes too long. Refused here, inside CORS, so that a page that may call can read why."""

import asyncio
import contextlib
from collections.abc import Callable

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gatehouse.kit.deadlines import Deadlines
from gatehouse.kit.error_formats import Refusal, render_refusal
from gatehouse.kit.headers import first_headers
from gatehouse.kit.origins import Origins

Headers = dict[bytes, bytes]

SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
LONGEST_LENGTH = 18  # digits
TOO_LARGE = Refusal(413, ["Error request is too large"], ["request.too_large"])
TOO_SLOW = Refusal(503, ["The request took too long"], ["server.timeout"])
DRAINED_LIMITS = 4
DRAIN_SECONDS = 2.0


class BodyTooLarge(HTTPException):
    def __init__(self) -> None:
        super().__init__(TOO_LARGE.status, TOO_LARGE.messages[0])


class LimitedBody:
    """What a caller sends, and how much of it was seen."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self.seen = 0
        self.ended = False

    async def receive(self) -> Message:
        message = await self._receive()
        self.seen += len(message.get("body", b""))
        self.ended = not message.get("more_body", False)
        return message

    async def drain(self, most: int) -> None:
        """Read on and forget it: for a while, and not without end."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_SECONDS):
                while not self.ended and self.seen <= most:
                    await self.receive()


class RequestLimits:
    """`limit` is the largest body in bytes, `seconds` the longest time of a request; of an answer that
    comes in parts, of each part. Pages of any origin may post to the paths of `from_elsewhere`, which believe
    nothing that the browser adds."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        limit: int,
        seconds: float,
        origins: Origins,
        from_elsewhere: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self.app = app
        self.limit = limit
        self._deadlines = Deadlines(seconds)
        self.origins = origins
        self.from_elsewhere = from_elsewhere

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = first_headers(scope)
        refusal = self._find_refusal(scope, headers)
        if refusal is not None:
            last = (
                self._drain_body_before_end(LimitedBody(receive), send)
                if refusal is TOO_LARGE
                else send
            )
            await render_refusal(scope, refusal)(scope, receive, last)
        elif b"transfer-encoding" in headers:
            await self._answer_within_deadline(scope, *self._limit_streamed_body(receive, send))
        else:
            await self._answer_within_deadline(scope, receive, send)

    async def _answer_within_deadline(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def send_and_note_start(message: Message) -> None:
            nonlocal started
            await send(message)
            started = True
            if message.get("more_body", False):
                patience.renew()

        try:
            with self._deadlines.begin() as patience:
                await self.app(scope, receive, send_and_note_start)
        except TimeoutError:
            if not started:
                await render_refusal(scope, TOO_SLOW)(scope, receive, send)

    def _find_refusal(self, scope: Scope, headers: Headers) -> Refusal | None:
        length = headers.get(b"content-length", b"0")
        if not length.isdigit():
            return _invalid_request("The content length is not a number")
        if len(length) > LONGEST_LENGTH or int(length) > self.limit:
            return TOO_LARGE
        if (
            scope["method"] not in SAFE_METHODS
            and self._is_foreign_origin(headers)
            and not (scope["method"] == "POST" and self.from_elsewhere(scope["path"]))
        ):
            return Refusal(403, ["This origin may not call the API"], ["origin.forbidden"])
        if b"\x00" in scope.get("raw_path", b"") or "\x00" in scope["path"]:
            return _invalid_request("The address contains a NUL character")
        return None

    def _is_foreign_origin(self, headers: Headers) -> bool:
        """Whether a page that may not has made the browser ask. Programs send neither header."""
        origin = headers.get(b"origin")
        if origin is None:
            return headers.get(b"sec-fetch-site") == b"cross-site"
        return not self.origins(origin.decode("latin-1"))

    def _limit_streamed_body(self, receive: Receive, send: Send) -> tuple[Receive, Send]:
        """Counts a body that came without its length."""
        body = LimitedBody(receive)
        unread = self._drain_body_before_end(body, send)

        async def receive_counted() -> Message:
            message = await body.receive()
            if body.seen > self.limit:
                raise BodyTooLarge
            return message

        async def send_or_drain(message: Message) -> None:
            await (unread if body.seen > self.limit else send)(message)

        return receive_counted, send_or_drain

    def _drain_body_before_end(self, body: LimitedBody, send: Send) -> Send:
        """Ends the answer only after the caller has sent the body, or much more than the limit: closing the
        connection of a caller that still sends breaks it before the answer is read."""

        async def send_after_drain(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", ()), (b"connection", b"close")]
                await send({**message, "headers": headers})
                return
            await send({**message, "more_body": True})
            if not message.get("more_body", False):
                await body.drain(DRAINED_LIMITS * self.limit)
                await send({"type": "http.response.body"})

        return send_after_drain


def _invalid_request(text: str) -> Refusal:
    return Refusal(400, [text], ["request.invalid"])
