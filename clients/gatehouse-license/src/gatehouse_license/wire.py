"""What is sent to the server, what comes back, and what of it is an answer at all."""

import json
import random
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeAlias, TypeVar

import httpx

from gatehouse_license import errors
from gatehouse_license.errors import AWAY, NoSeats, Refused, Unreachable

API = "/api/v1/license"
PUBLIC_KEYS = "/.well-known/gatehouse-license-keys.json"
SOMETHING_ELSE = "Something else answered in place of the license server"
TIMEOUT = httpx.Timeout(10, connect=5)
# A server that goes on and on: the timeouts above count from one piece of an answer to the next.
LONGEST_ANSWER = 30.0
MOST_BYTES = 1_000_000
FIRST_DELAY = 0.5
MOST_DELAY = 10.0
SHORTEST_PAUSE = 5.0
LONGEST_PAUSE = 300.0
OK = 200
NO_CONTENT = (202, 204)
TRANSIENT = (0, 408, 425, 429)


@dataclass(frozen=True, slots=True)
class Call:
    method: str
    path: str
    body: Any = None
    query: Mapping[str, str] | None = None
    with_key: bool = True


@dataclass(frozen=True, slots=True)
class Answer:
    """`status` 0: none came, because of `cause` where that is known."""

    status: int
    content: bytes = b""
    retry_after: float | None = None
    cause: Exception | None = None

    @property
    def is_transient(self) -> bool:
        """The same call may be answered better later. Every other 4xx is final."""
        return self.status in TRANSIENT or self.status >= 500

    def json(self) -> dict[str, Any]:
        """`Unreachable` for what is not of this server: a proxy's page, a login of the hotel."""
        try:
            body = json.loads(self.content)
        except (ValueError, RecursionError):
            body = None
        if not isinstance(body, dict):
            raise Unreachable(SOMETHING_ELSE)
        return body


@dataclass(frozen=True, slots=True)
class Pause:
    seconds: float


T = TypeVar("T")
# What needs one call after the other. The code that runs it makes the calls and the pauses.
Flow: TypeAlias = Generator[Call | Pause, Answer, T]


def ask(call: Call, attempts: int = 1) -> Flow[Answer]:
    """An answer that is not transient; `Unreachable` after so many attempts with growing pauses."""
    answer = None
    for attempt in range(attempts):
        answer = yield call
        if not answer.is_transient:
            return answer
        if attempt + 1 < attempts:
            yield Pause(back_off(attempt, answer.retry_after))
    raise unreachable(answer)


def unreachable(answer: Answer | None) -> Unreachable:
    """With what is known of the reason, in the text and as its cause."""
    if answer is None:
        return Unreachable()
    if answer.cause is None:
        return Unreachable(f"{AWAY}: it answered {answer.status}" if answer.status else AWAY)
    away = Unreachable(f"{AWAY}: {_reason_of(answer.cause)}")
    away.__cause__ = answer.cause
    return away


def _reason_of(error: Exception) -> str:
    if isinstance(error, httpx.TimeoutException | TimeoutError):
        return "it did not answer in time"
    if isinstance(error, httpx.InvalidURL):
        return "its address is not valid"
    text = "".join(one for one in str(error) if one.isprintable())
    return text[:300] or type(error).__name__


def back_off(attempt: int, retry_after: float | None = None) -> float:
    """Twice as long each time, and never for all tools at the same moment."""
    longest = min(MOST_DELAY, FIRST_DELAY * 2.0**attempt)
    delay = longest * (0.5 + random.random() / 2)  # noqa: S311  no secret
    return max(delay, min(retry_after or 0, MOST_DELAY))


def refusal(answer: Answer) -> Refused:
    """The server's refusal; `Unreachable` when another server answered."""
    body = answer.json()
    code, text = body.get("code"), body.get("message")
    if not isinstance(code, str):
        raise Unreachable(SOMETHING_ELSE)
    said = text if isinstance(text, str) else code
    if code == errors.NO_SEATS:
        most = body.get("maxSeats")
        return NoSeats(said, most if isinstance(most, int) else None)
    return Refused(code, TEXTS.get(code, said))


TEXTS = {
    "EXPIRED": "The license has ended",
    "PAST_DUE": "A payment for the license is missing",
    "PAUSED": "The subscription of the license is paused",
    "SUSPENDED": "The license was suspended",
    "REVOKED": "The license was revoked",
    "NO_SEAT": "You hold no seat of the license",
    "UNKNOWN_KEY": "The license key is not known",
}


@dataclass(frozen=True, slots=True)
class Lease:
    seat_id: str
    until: datetime


def lease_of(answer: Answer, seat_id: str | None = None) -> Lease:
    body = answer.json()
    try:
        until = datetime.fromisoformat(body["leaseUntil"])
        if until.tzinfo is None:
            raise ValueError("a time of nowhere")
        return Lease(seat_id or str(body["id"]), until)
    except (KeyError, TypeError, ValueError):
        raise Unreachable(SOMETHING_ELSE) from None


def retry_in(failures: int) -> float:
    """Seconds until a server that is away is asked again: soon at first, every five minutes in the end."""
    longest = min(LONGEST_PAUSE, SHORTEST_PAUSE * 2.0 ** min(failures, 10))
    return longest * (0.5 + random.random() / 2)  # noqa: S311  no secret


def third_of(lease: timedelta) -> float:
    """Seconds between two heartbeats: three fit into a lease, whatever the clocks here say."""
    return min(max(lease.total_seconds() / 3, SHORTEST_PAUSE), LONGEST_PAUSE)
