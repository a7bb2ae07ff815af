"""Which pages of other origins may call the API, and what their browsers are told (CORS)."""

import re
from collections.abc import Callable, Container, Iterable

from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp

Origins = Callable[[str], bool]

LOCAL = re.compile(r"http://(localhost|127\.0\.0\.1)(:\d{1,5})?")


def allowed_origins(
    known: Iterable[str], *, local: bool, also: Callable[[], Container[str]] = tuple
) -> Origins:
    """Whether a page of this origin may call the API; `local`: also those of servers on the developer's
    machine; `also` gives those that may at this moment. `null` (sandboxed frames) never may."""
    listed = frozenset(known)

    def allowed(origin: str) -> bool:
        if origin in listed or origin in also():
            return True
        return local and LOCAL.fullmatch(origin) is not None

    return allowed


class Cors(CORSMiddleware):
    """Starlette's CORS with our own rule for origins."""

    def __init__(self, app: ASGIApp, origins: Origins) -> None:
        super().__init__(
            app,
            allow_methods=["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
            allow_headers=["*"],  # an allowed origin's application may add headers of its own
            allow_credentials=True,
            expose_headers=["frontegg-trace-id", "dpop-nonce", "www-authenticate"],
        )
        self._origins = origins

    def is_allowed_origin(self, origin: str) -> bool:
        return self._origins(origin)
