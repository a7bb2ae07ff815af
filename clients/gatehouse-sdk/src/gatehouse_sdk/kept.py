"""What the server said each caller may use: kept for a while, and longer while the server is away."""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Any

import httpx

from gatehouse_sdk.entitlements import PATH
from gatehouse_sdk.errors import EntitlementsUnavailable, InvalidToken

FRESH_SECONDS = 60
MOST = 10_000  # callers; a token lives for minutes
PATIENCE_SECONDS = 5


@dataclass(frozen=True, slots=True)
class _Said:
    at: float
    what: Mapping[str, Any]


class Kept:
    """By token, so that nobody gets what was said of another, and who signs in again is asked anew."""

    def __init__(self, base_url: str) -> None:
        self._url = base_url.rstrip("/") + PATH
        self._said: OrderedDict[str, _Said] = OrderedDict()

    def question(self, token: str) -> tuple[str, dict[str, str]]:
        """The address, and the headers."""
        return self._url, {"authorization": f"Bearer {token}"}

    def fresh(self, token: str) -> Mapping[str, Any] | None:
        said = self._said.get(token)
        return said.what if said and monotonic() - said.at < FRESH_SECONDS else None

    def take(self, token: str, answer: httpx.Response | None) -> None:
        """The server's answer, or None. `InvalidToken` when it does not take the token any more."""
        if answer is None:
            return
        if answer.status_code in (httpx.codes.UNAUTHORIZED, httpx.codes.FORBIDDEN):
            self._said.pop(token, None)
        if answer.status_code == httpx.codes.UNAUTHORIZED:
            raise InvalidToken("The session has ended")
        if (what := _said_in(answer)) is not None:
            self._said[token] = _Said(monotonic(), what)
            self._said.move_to_end(token)
            while len(self._said) > MOST:
                self._said.popitem(last=False)

    def get(self, token: str) -> Mapping[str, Any]:
        said = self._said.get(token)
        if said is None:
            raise EntitlementsUnavailable("The server does not say what the caller may use")
        return said.what


def _said_in(answer: httpx.Response) -> Mapping[str, Any] | None:
    """None where it is not the server's: a proxy between may answer anything, with 200 too."""
    if answer.status_code != httpx.codes.OK:
        return None
    try:
        what = answer.json()
    except ValueError:
        return None
    parts = ("features", "plans", "permissions")
    is_ours = isinstance(what, dict) and all(isinstance(what.get(one), dict) for one in parts)
    return what if is_ours else None
