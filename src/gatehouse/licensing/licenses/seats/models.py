"""Held seats as the statements return them."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class HeldSeat:
    """`lease_until` is None for a seat that is held until it is freed."""

    id: UUID
    kind: str
    subject: str
    name: str | None
    hostname: str | None
    version: str | None
    claimed_at: datetime
    last_seen_at: datetime
    lease_until: datetime | None


@dataclass(frozen=True, slots=True)
class FreedSeat:
    subject: str
    license_name: str
