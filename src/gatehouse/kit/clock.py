"""The only source of time, so that the demo and the tests can move it."""

from datetime import UTC, datetime, timedelta
from time import time

_offset = timedelta()


def now() -> datetime:
    """The current time, UTC."""
    return datetime.now(UTC) + _offset


def timestamp() -> float:
    """The current time in seconds since 1970."""
    return time() + _offset.total_seconds() if _offset else time()


def advance_clock(by: timedelta) -> None:
    """Move this process's clock; for the demo and the tests only."""
    global _offset
    _offset += by


def reset_clock() -> None:
    """Return to the machine's clock."""
    global _offset
    _offset = timedelta()
