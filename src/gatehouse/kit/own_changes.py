"""Read-your-writes: a user sees their own changes, even when the replica lags.

The answer to a change sets a mark in the browser for as long as the replica may lag. A call with the mark is
answered by the primary. The mark contains nothing about the user, so it needs no consent.
"""

import math

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gatehouse.kit.headers import first_headers

COOKIE = "gatehouse_changed"
FROM = b"sec-fetch-site"
OUR_PAGE = b"same-origin"
READING = {"GET", "HEAD", "OPTIONS"}
# What each page does as it opens, and as time passes. A list shows nothing of it.
RENEWING = {
    "/identity/resources/auth/v1/user/token/refresh",
    "/oauth/authorize/silent",
    "/oauth/token",
    "/vendor/resources/staff/v1/token",
}


class OwnChanges:
    """`seconds`: how long a copy may be behind. Programs, which say neither from where they call nor keep
    cookies, are given none."""

    def __init__(self, app: ASGIApp, *, seconds: float, https: bool) -> None:
        self.app = app
        # One more, as the mark's time may begin in the browser a moment before the answer has left here.
        age = math.ceil(seconds) + 1
        # A page of ours in a frame of another site calls us as `same-origin` too, and keeps no other cookies.
        kept = "SameSite=None; Secure" if https else "SameSite=Lax"
        mark = f"{COOKIE}=1; Max-Age={age}; Path=/; HttpOnly; {kept}"
        self._header = (b"set-cookie", mark.encode())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        changes = (
            scope["type"] == "http"
            and scope["method"] not in READING
            and FROM in first_headers(scope)
            and scope["path"] not in RENEWING
        )
        await self.app(scope, receive, self._set_mark_on_response(send) if changes else send)

    def _set_mark_on_response(self, send: Send) -> Send:
        async def send_marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), self._header]
            await send(message)

        return send_marked


def has_no_recent_change(scope: Scope, cookies: dict[str, str]) -> bool:
    """Whether the call is of a page of ours, whose browser keeps cookies and has lately changed nothing."""
    return first_headers(scope).get(FROM) == OUR_PAGE and bool(cookies) and COOKIE not in cookies
