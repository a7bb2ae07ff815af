"""The outermost layer of every request, one pure ASGI class.

It makes all addresses of a call one (`/frontegg/x`, `/x/` and `//x` are `/x`), reads the words
`undefined` and `null` in a query as absent, bounds size and time, refuses foreign origins on writes,
and leaves a request id, security headers, a log line and metrics behind.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Container, Iterable, MutableMapping
from functools import lru_cache
from secrets import token_hex
from time import perf_counter
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

import structlog
from prometheus_client import Counter, Histogram
from starlette.exceptions import HTTPException

from gatehouse.kit.errors import answer
from gatehouse.kit.logs import REQUEST_ID
from gatehouse.settings import Settings

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

log = structlog.get_logger("gatehouse.request")

PREFIX = "/frontegg"
SLASHES = re.compile("//+")
SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
METHODS = {*SAFE_METHODS, "POST", "PUT", "PATCH", "DELETE"}
LONGEST_LENGTH = 18  # digits
QUIET_PATHS = {"/healthz", "/readyz", "/metrics"}
ABSENT_WORDS = {b"undefined", b"null"}
GIVEN_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")
NO_STORE = [(b"cache-control", b"no-store")]

REQUESTS = Counter("gatehouse_http_requests", "Answers by route", ["method", "route", "status"])
SECONDS = Histogram("gatehouse_http_seconds", "Time to answer", ["route"])

SECURITY_HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"strict-origin-when-cross-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    (b"cross-origin-opener-policy", b"same-origin-allow-popups"),
]


TOO_LARGE = "Error request is too large"


class BodyTooLarge(HTTPException):
    def __init__(self) -> None:
        super().__init__(413, TOO_LARGE)


class Edge:
    def __init__(
        self, app: App, settings: Settings, is_allowed: Callable[[str], bool] | None = None
    ) -> None:
        self.app = app
        self.limit = settings.max_body_bytes
        self.timeout = settings.request_timeout_seconds
        self.origins = is_allowed or allowed_origins(settings)
        self.headers = list(SECURITY_HEADERS)
        if settings.public_url.startswith("https://"):
            self.headers.append((b"strict-transport-security", b"max-age=31536000"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = perf_counter()
        headers = dict(scope["headers"])
        request_id = _request_id(headers)
        known_as = REQUEST_ID.set(request_id)
        _normalize(scope)
        status = 0
        id_header = request_id.encode()

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                given = message.get("headers", ())
                message["headers"] = [
                    *given,
                    *self.headers,
                    *_unless_cacheable(given),
                    (b"x-request-id", id_header),
                    (b"frontegg-trace-id", id_header),
                ]
            await send(message)

        try:
            refusal = self._refusal(scope, headers)
            if refusal:
                await answer(scope["path"], *refusal)(scope, receive, send_with_headers)
                return
            async with asyncio.timeout(self.timeout):
                await self.app(scope, self._bounded(headers, receive), send_with_headers)
        except TimeoutError:
            if not status:
                await answer(scope["path"], 503, ["The request took too long"], ["server.timeout"])(
                    scope, receive, send_with_headers
                )
        finally:
            self._record(scope, status, perf_counter() - started)
            REQUEST_ID.reset(known_as)

    def _refusal(
        self, scope: Scope, headers: dict[bytes, bytes]
    ) -> tuple[int, list[str], list[str]] | None:
        length = headers.get(b"content-length", b"0")
        if not length.isdigit():
            return 400, ["The content length is not a number"], ["request.invalid"]
        if len(length) > LONGEST_LENGTH or int(length) > self.limit:
            return 413, [TOO_LARGE], ["request.too_large"]
        if scope["method"] not in SAFE_METHODS and self._is_foreign(headers):
            return 403, ["This origin may not call the API"], ["origin.forbidden"]
        if b"\x00" in scope.get("raw_path", b"") or "\x00" in scope["path"]:
            return 400, ["The address contains a NUL character"], ["request.invalid"]
        return None

    def _is_foreign(self, headers: dict[bytes, bytes]) -> bool:
        """Whether a page that may not has made the browser ask. Programs send neither header."""
        origin = headers.get(b"origin")
        if origin is None:
            return headers.get(b"sec-fetch-site") == b"cross-site"
        return not self.origins(origin.decode("latin-1"))

    def _bounded(self, headers: dict[bytes, bytes], receive: Receive) -> Receive:
        """Counts a body that came without its length."""
        if b"transfer-encoding" not in headers:
            return receive
        seen = 0

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > self.limit:
                raise BodyTooLarge
            return message

        return counted

    def _record(self, scope: Scope, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "unmatched")
        method = scope["method"] if scope["method"] in METHODS else "other"
        count, observe = _meters(method, route, status)
        count()
        observe(seconds)
        if scope["path"] not in QUIET_PATHS:
            log.info(
                "request",
                method=scope["method"],
                path=scope["path"],
                status=status,
                ms=round(seconds * 1000, 1),
            )


def allowed_origins(
    settings: Settings, also: Callable[[], Container[str]] = tuple
) -> Callable[[str], bool]:
    """Whether a page of this origin may call the API; `also` gives those that may at this moment.
    `null` (sandboxed frames) never may."""
    known = {settings.public_url, *settings.allowed_origins}
    if settings.application_url:
        known.add("{0.scheme}://{0.netloc}".format(urlsplit(settings.application_url)))
    local = re.compile(r"http://(localhost|127\.0\.0\.1)(:\d{1,5})?")

    def allowed(origin: str) -> bool:
        return (
            origin in known
            or origin in also()
            or (settings.env != "production" and local.fullmatch(origin) is not None)
        )

    return allowed


@lru_cache(4096)
def _meters(
    method: str, route: str, status: int
) -> tuple[Callable[[], None], Callable[[float], None]]:
    """Looking a meter up by its labels costs more than moving it."""
    return REQUESTS.labels(method, route, status).inc, SECONDS.labels(route).observe


def _unless_cacheable(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Answers are about somebody and may hold tokens: what a cache may keep says so itself, and is
    not the same for every origin."""
    found = dict(headers)
    if b"cache-control" not in found:
        return NO_STORE
    return [] if b"origin" in found.get(b"vary", b"").lower() else [(b"vary", b"origin")]


def _request_id(headers: dict[bytes, bytes]) -> str:
    given = headers.get(b"x-request-id")
    if given and GIVEN_ID.fullmatch(text := given.decode("latin-1")):
        return text
    return token_hex(16)


def _normalize(scope: Scope) -> None:
    path: str = scope["path"]
    if path == PREFIX or path.startswith(PREFIX + "/"):
        path = path[len(PREFIX) :] or "/"
    if len(path) > 1 and path.endswith("/"):
        path = path.rstrip("/") or "/"
    if "//" in path:  # a published client joins its paths so
        path = SLASHES.sub("/", path)
    scope["path"] = path
    query: bytes = scope["query_string"]
    if query:
        scope["query_string"] = b"&".join(
            pair
            for pair in query.split(b"&")
            if unquote_to_bytes(pair.partition(b"=")[2]) not in ABSENT_WORDS
        )
