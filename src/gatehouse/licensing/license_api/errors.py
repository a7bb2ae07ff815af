"""Refusals that tools read; the codes are words of the wire."""

from gatehouse.kit.errors import Conflict, Invalid, NotFound, Unauthenticated


class UnknownKey(Unauthenticated):
    code = "UNKNOWN_KEY"


class NoSeats(Conflict):
    code = "NO_SEATS"


class SeatGone(NotFound):
    code = "SEAT_GONE"


class NotInForce(Conflict):
    """With the reason as its code: `EXPIRED`, `PAST_DUE`, `PAUSED`, `SUSPENDED`, `REVOKED`, `NO_SEAT`."""

    def __init__(self, reason: str) -> None:
        super().__init__("The license cannot be used now")
        self.code = reason  # type: ignore[misc]


class TooManyEvents(Invalid):
    code = "TOO_MANY_EVENTS"
