"""How often, how long and when no more."""

from datetime import datetime, timedelta

# After each failed attempt, until the next; about three days together. The first repeats come soon, as most
# receivers are away for the moment of a restart.
WAITS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 300, 600, 840, 1200, 1440))
# A receiver that took nothing of what it was just sent is left alone.
REST = timedelta(minutes=1)
# Where order counts, an event waits for what happened just before it and is still on its way here.
SETTLED_AFTER = timedelta(seconds=2)
# A receiver from which nothing good came for so long is switched off.
GIVEN_UP_AFTER = timedelta(days=3)
GONE = 410  # says of itself that it will not come back


def is_success(status: int | None) -> bool:
    return status is not None and 200 <= status < 300


def next_attempt(attempts: int, now: datetime) -> datetime | None:
    """After so many failed attempts; None when there is none any more."""
    return now + WAITS[attempts - 1] if attempts <= len(WAITS) else None


def is_given_up(failing_since: datetime, now: datetime, status: int | None) -> bool:
    return status == GONE or now - failing_since >= GIVEN_UP_AFTER
