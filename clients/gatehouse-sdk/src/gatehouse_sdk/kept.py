"""Answers of the server about a caller: kept for a while, and longer while the server is away."""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Any

import httpx

from gatehouse_sdk import authorization, entitlements
from gatehouse_sdk.errors import AuthorizationUnavailable, EntitlementsUnavailable, InvalidToken

FRESH_SECONDS = 60
MOST = 10_000  # callers
LONGEST_SECONDS = 3600  # of an access token's life
PATIENCE_SECONDS = 5


@dataclass(frozen=True, slots=True)
class _Said:
    at: float
    what: Mapping[str, Any]


class Kept:
    """By token, so that no caller gets what was said of another, and a new sign-in is asked about anew.
    `path`: where the server is asked. `read_answer`: what to keep of a JSON document, or None where it is not
    the server's answer. `unavailable`: raised when there is none."""

    def __init__(
        self,
        base_url: str,
        path: str,
        read_answer: Callable[[Any], Mapping[str, Any] | None],
        unavailable: Exception,
    ) -> None:
        self._url = base_url.rstrip("/") + path
        self._read_answer = read_answer
        self._unavailable = unavailable
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
        if (what := self._said_in(answer)) is not None:
            self._said[token] = _Said(monotonic(), what)
            self._said.move_to_end(token)
            self._drop_oldest()

    def get(self, token: str) -> Mapping[str, Any]:
        said = self._said.get(token)
        if said is None:
            raise self._unavailable
        return said.what

    def _drop_oldest(self) -> None:
        """Those beyond the limit, and those whose tokens have expired."""
        expired = monotonic() - LONGEST_SECONDS
        while len(self._said) > MOST or next(iter(self._said.values())).at < expired:
            self._said.popitem(last=False)

    def _said_in(self, answer: httpx.Response) -> Mapping[str, Any] | None:
        """None where it is not the server's: a proxy between may answer anything, with 200 too."""
        if answer.status_code != httpx.codes.OK:
            return None
        try:
            return self._read_answer(answer.json())
        except ValueError:
            return None


def keep_entitlements(base_url: str) -> Kept:
    unavailable = EntitlementsUnavailable("The server does not say what the caller may use")
    return Kept(base_url, entitlements.PATH, entitlements.read_answer, unavailable)


def keep_authorization(base_url: str) -> Kept:
    """Roles and permissions of tokens that refer to them."""
    unavailable = AuthorizationUnavailable("The server does not say what the caller may do")
    return Kept(base_url, authorization.PATH, authorization.read_answer, unavailable)
