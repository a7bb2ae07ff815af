"""CORS: which origins may call the API, and the headers for their browsers."""

import re
from collections.abc import Callable, Container, Iterable

from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from gatehouse.kit.headers import first_headers

Origins = Callable[[str], bool]

LOCAL = re.compile(r"http://(localhost|127\.0\.0\.1)(:\d{1,5})?")


def build_origin_check(
    known: Iterable[str], *, local: bool, also: Callable[[], Container[str]] = tuple
) -> Origins:
    """Whether a page of this origin may call the API; `local`: also those of servers on the developer's
    machine; `also` gives those that may at this moment. `null` (sandboxed frames) never may."""
    listed = frozenset(known)

    def is_allowed(origin: str) -> bool:
        if origin in listed or origin in also():
            return True
        return local and LOCAL.fullmatch(origin) is not None

    return is_allowed


EXPOSED = ("frontegg-trace-id", "dpop-nonce", "www-authenticate")
ANY_PAGE = [
    (b"access-control-allow-credentials", b"true"),
    (b"access-control-expose-headers", ", ".join(EXPOSED).encode()),
]
VARIES = (b"vary", b"Origin")
Pairs = list[tuple[bytes, bytes]]

# In the scope of a request: what its answer tells the page. The edge writes it, together with its own.
TOLD = "gatehouse.told"


class Cors(CORSMiddleware):
    """Starlette's CORS with our own rule for origins. What a page asks before it calls is Starlette's to
    answer; what an answer is given along is ours, because every answer pays for it."""

    def __init__(self, app: ASGIApp, origins: Origins) -> None:
        super().__init__(
            app,
            allow_methods=["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
            allow_headers=["*"],  # an allowed origin's application may add headers of its own
            allow_credentials=True,
            expose_headers=EXPOSED,
        )
        self._origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] == "OPTIONS":
            await super().__call__(scope, receive, send)
            return
        scope[TOLD] = self._build_cors_headers(first_headers(scope).get(b"origin"))
        await self.app(scope, receive, send)

    def is_allowed_origin(self, origin: str) -> bool:
        return self._origins(origin)

    def _build_cors_headers(self, origin: bytes | None) -> Pairs:
        if origin is None:
            return []
        if not self._origins(origin.decode("latin-1")):
            return ANY_PAGE
        return [*ANY_PAGE, (b"access-control-allow-origin", origin)]


def add_cors_headers(headers: Pairs, told: Pairs) -> Pairs:
    """No cache may give the answer for one origin to another."""
    given = [value for name, value in headers if name == b"vary"]
    if not given:
        return [*headers, *told, VARIES]
    others = [pair for pair in headers if pair[0] != b"vary"]
    return [*others, *told, (b"vary", b", ".join([*given, b"Origin"]))]
