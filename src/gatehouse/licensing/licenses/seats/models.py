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


@dataclass(frozen=True, slots=True)
class Seat:
    id: UUID
    subject: str
    lease_until: datetime


@dataclass(frozen=True, slots=True)
class Beat:
    is_known: bool
    lease_until: datetime | None


@dataclass(frozen=True, slots=True)
class SurplusSeat:
    tenant_id: UUID
    license_id: UUID
    holder: str


@dataclass(frozen=True, slots=True)
class ErasedSeat:
    """A seat that was freed by the erasure of its holder."""

    tenant_id: UUID
    license_id: UUID
    license_name: str
