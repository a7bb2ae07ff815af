"""A subscription as the statements return it."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Subscription:
    """`status` is in the card provider's words; `item`, `price`, `method` and `latest_invoice` are its ids;
    `plan` is a key."""

    id: UUID
    external_id: str
    item: str
    status: str
    price: str
    plan: str | None
    method: str | None
    latest_invoice: str | None
    started_at: datetime
    period_starts_at: datetime
    period_ends_at: datetime
    trial_ends_at: datetime | None
    cancels_at_period_end: bool
    canceled_at: datetime | None
    ended_at: datetime | None
