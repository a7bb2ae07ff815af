"""The outermost layer of every request, one pure ASGI class.

It makes both addresses of the API one (`/frontegg/x` is `/x`, `/x/` is `/x`), reads the words
`undefined` and `null` in a query as absent, answers HEAD as it would GET but changes nothing (RFC 9110
§9.2.1: some GET routes sign out or use a code up), and leaves a request id,
security headers, a log line and metrics behind. What it sends names tenants by the ids that the vendor
has chosen.
"""

import os
import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from time import perf_counter
from urllib.parse import unquote_to_bytes

from prometheus_client import Counter, Histogram
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gatehouse.kit.db.database import DISCARDS
from gatehouse.kit.error_formats import Table, find_path_format
from gatehouse.kit.external_ids import MARKED, ExternalIds, Kind, Replacement
from gatehouse.kit.headers import first_headers
from gatehouse.kit.logs import REQUEST_ID, get_logger
from gatehouse.kit.origins import TOLD, add_cors_headers

log = get_logger("gatehouse.request")

PREFIX = "/frontegg"
SLASHES = re.compile("//+")
METHODS = {"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"}
QUIET_PATHS = {"/healthz", "/readyz", "/metrics"}
ABSENT_WORDS = {b"undefined", b"null"}
GIVEN_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")
NO_STORE = [(b"cache-control", b"no-store")]

# In the scope of a request: that it came below the prefix, as clients of the hosted platform call.
BELOW_PREFIX = "gatehouse.below_prefix"
# In the scope of a request: the account whose call it is, as soon as its token is known to be good.
ACCOUNT_OF_CALL = "gatehouse.account"

REQUESTS = Counter("gatehouse_http_requests", "Answers by route", ["method", "route", "status"])
SECONDS = Histogram("gatehouse_http_seconds", "Time to answer", ["route"])

# How the texts of tenants are escaped in an answer; in what is not named here none are looked for.
KINDS: dict[bytes, Kind] = {
    b"application/json": "json",
    b"application/jsonl": "json",
    b"application/x-ndjson": "json",
    b"text/event-stream": "json",
    b"text/html": "markup",
    b"application/xml": "markup",
    b"text/xml": "markup",
    b"text/plain": "text",
}

SECURITY_HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"strict-origin-when-cross-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    (b"cross-origin-opener-policy", b"same-origin-allow-popups"),
]


class RequestMiddleware:
    """The outermost middleware. `shapes`: the error format by path. `https`: whether browsers use HTTPS only.
    `count` is called with the tenant of each answered call."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        https: bool,
        shapes: Table,
        count: Callable[[str], None] = lambda _: None,
        external_ids: ExternalIds | None = None,
    ) -> None:
        self.app = app
        self._external_ids = external_ids
        self._count = count
        self.shapes = shapes
        self.headers = list(SECURITY_HEADERS)
        if https:
            self.headers.append((b"strict-transport-security", b"max-age=31536000"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = perf_counter()
        request_id = _choose_request_id(first_headers(scope))
        known_as = REQUEST_ID.set(request_id)
        _normalize_path(scope)
        # The server itself looks at the method again when it writes the answer.
        without_body = scope["method"] == "HEAD"
        inner = {**scope, "method": "GET"} if without_body else scope
        inner["shape"] = find_path_format(scope["path"], self.shapes)
        status = 0
        id_header = request_id.encode()
        begun: Message | None = None  # until the first part of the body is known
        replacement: Replacement | None = None

        async def send_with_headers(message: Message) -> None:
            nonlocal status, begun, replacement
            if message["type"] == "http.response.start":
                status = message["status"]
                given = message.get("headers", [])
                if without_body:
                    given = [one for one in given if one[0].lower() != b"set-cookie"]
                if TOLD in inner:
                    given = add_cors_headers(given, inner[TOLD])
                message["headers"] = [
                    *given,
                    *self.headers,
                    *_build_cache_headers(given),
                    (b"x-request-id", id_header),
                    (b"frontegg-trace-id", id_header),
                ]
                begun = message
                return
            if message["type"] == "http.response.body" and self._external_ids is not None:
                if begun is not None:
                    replacement = await _replace_tenant_ids(self._external_ids, begun, message)
                if replacement is not None:
                    is_last = not message.get("more_body", False)
                    message["body"] = await replacement.part(
                        message.get("body", b""), is_last=is_last
                    )
            if begun is not None:
                await send(begun)
                begun = None
            if without_body and "body" in message:
                message["body"] = b""
            await send(message)

        discards = DISCARDS.set(without_body)
        try:
            await self.app(inner, receive, send_with_headers)
        finally:
            DISCARDS.reset(discards)
            self._record_metrics(scope["method"], inner, status, perf_counter() - started)
            REQUEST_ID.reset(known_as)

    def _record_metrics(self, method: str, scope: Scope, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "unmatched")
        count, observe = _find_meters(method if method in METHODS else "other", route, status)
        count()
        account = scope.get(ACCOUNT_OF_CALL)
        # Unauthenticated calls and server errors are not counted.
        if account is not None and 0 < status < 500 and status != 401:
            self._count(account)
        # Probes are frequent and fast: they would hide slow requests of users.
        if scope["path"] not in QUIET_PATHS:
            observe(seconds)
            log.info(
                "request",
                method=method,
                path=scope["path"],
                status=status,
                ms=round(seconds * 1000, 1),
            )


async def _replace_tenant_ids(
    external_ids: ExternalIds, begun: Message, first: Message
) -> Replacement | None:
    """Put the tenants' external ids into the headers, and into a complete body. For a body in parts, return
    the `Replacement` that does it part by part."""
    headers: list[tuple[bytes, bytes]] = begun["headers"]
    if MARKED in b" ".join([value for _, value in headers]):
        begun["headers"] = headers = [
            (name, await external_ids.replace_in_address(value)) for name, value in headers
        ]
    body: bytes = first.get("body", b"")
    is_whole = not first.get("more_body", False)
    if is_whole and MARKED not in body:
        return None
    kind = _find_escape_kind(dict(headers))
    if kind is None:
        return None
    if not is_whole:
        begun["headers"] = [one for one in headers if one[0] != b"content-length"]
        return Replacement(external_ids, kind)
    first["body"] = body = await external_ids.replace(body, kind)
    begun["headers"] = [
        (name, b"%d" % len(body)) if name == b"content-length" else (name, value)
        for name, value in headers
    ]
    return None


def _find_escape_kind(headers: dict[bytes, bytes]) -> Kind | None:
    """None of what is compressed, or no text."""
    if b"content-encoding" in headers:
        return None
    kind = headers.get(b"content-type", b"").partition(b";")[0].strip().lower()
    if kind.endswith(b"+json"):
        return "json"
    return KINDS.get(kind)


@lru_cache(4096)
def _find_meters(
    method: str, route: str, status: int
) -> tuple[Callable[[], None], Callable[[float], None]]:
    """Looking a meter up by its labels costs more than moving it."""
    return REQUESTS.labels(method, route, status).inc, SECONDS.labels(route).observe


def _build_cache_headers(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """The cache headers of an answer. Answers hold user data and may hold tokens, so they must not be stored
    unless they set `cache-control` themselves; those vary by origin."""
    found = dict(headers)
    if b"cache-control" not in found:
        return NO_STORE
    return [] if b"origin" in found.get(b"vary", b"").lower() else [(b"vary", b"origin")]


def _choose_request_id(headers: dict[bytes, bytes]) -> str:
    given = headers.get(b"x-request-id")
    if given and GIVEN_ID.fullmatch(text := given.decode("latin-1")):
        return text
    return os.urandom(16).hex()


def _normalize_path(scope: Scope) -> None:
    path: str = scope["path"]
    if "//" in path:  # published clients join their paths so, the prefix too
        path = SLASHES.sub("/", path)
    if path == PREFIX or path.startswith(PREFIX + "/"):
        path = path[len(PREFIX) :] or "/"
        scope[BELOW_PREFIX] = True
    if len(path) > 1 and path.endswith("/"):
        path = path.rstrip("/") or "/"
    scope["path"] = path
    query: bytes = scope["query_string"]
    if query:
        scope["query_string"] = b"&".join(
            pair
            for pair in query.split(b"&")
            if unquote_to_bytes(pair.partition(b"=")[2]) not in ABSENT_WORDS
        )
