from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class JobFigures:
    """`oldest_seconds`: for how long the oldest that is due has waited. `silent_seconds`: since a worker last
    began what runs by the clock, of which something begins each minute."""

    oldest_seconds: float
    waiting: int
    failed: int
    silent_seconds: float
    database_bytes: int


@dataclass(frozen=True, slots=True)
class WebhookFigures:
    """`failing`: to which nothing got through for an hour. `overdue_seconds`: for how long the one that was
    to be sent first has waited for a worker."""

    failing: int
    overdue_seconds: float


@dataclass(frozen=True, slots=True)
class MessageFigures:
    """Of the last hour. `failing` were tried and are not out."""

    channel: str
    sent: int
    failing: int
    waiting: int
