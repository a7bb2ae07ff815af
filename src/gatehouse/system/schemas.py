from datetime import datetime
from typing import Literal

from pydantic import BaseModel, Field

from gatehouse.kit.jobs import FailedJobOut, WaitingJobsOut
from gatehouse.kit.lists import MOST
from gatehouse.kit.schemas import Wire


class JobsOut(Wire):
    """`failed`: a page of those that gave up, the newest first; `failedTotal` counts them up to 10,000.
    `waiting` counts the next 10,000."""

    running: int
    waiting: list[WaitingJobsOut]
    failed: list[FailedJobOut]
    failed_total: int


class JobsQuery(BaseModel):
    """The page of failed jobs."""

    offset: int = Field(0, ge=0, le=10_000_000, alias="_offset")
    limit: int = Field(100, ge=1, le=MOST, alias="_limit")


class ChannelOut(Wire):
    """What was to be sent in the last 24 hours, of the newest 10,000. `failed` were given up."""

    channel: str
    sent: int
    failed: int
    waiting: int
    last_sent_at: datetime | None
    last_error: str | None


class SystemKeyOut(Wire):
    """Of `tokens` or `licenses`."""

    purpose: str
    id: str
    algorithm: str
    created_at: datetime
    active_from: datetime


class DatabaseOut(Wire):
    version: str
    size_bytes: int


Algorithm = Literal["ES256", "RS256"]


class KeyRotation(Wire):
    algorithm: Algorithm = "ES256"


class MigrationOut(Wire):
    """A step of the schema. `note` says what it did; empty for one of another version."""

    name: str
    applied_at: datetime
    note: str


class SystemOut(Wire):
    """`stuckPaymentEvents`: events of the payment provider that could not be applied. `migrations`: the
    newest 20 that were applied."""

    version: str
    migrations: list[MigrationOut]
    database: DatabaseOut
    channels: list[ChannelOut]
    stuck_payment_events: int
    keys: list[SystemKeyOut]
