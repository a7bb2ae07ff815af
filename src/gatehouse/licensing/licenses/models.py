"""Licenses as the statements return them."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class ListedLicense:
    """`key` is None for a caller who may not see it; `billing_status` is None before any purchase."""

    id: UUID
    name: str
    license_type: str
    is_trial: bool
    max_seats: int
    used_seats: int
    key: str | None
    key_id: UUID | None
    sealed_key: bytes | None
    fingerprint: str
    valid_to: datetime | None
    days_left: int | None
    is_over: bool
    standing: str | None
    price_id: str | None
    cycle: str | None
    billing_status: str | None
    status_at: datetime | None
    deactivation_at: datetime | None
    pauses_at: datetime | None
    next_payment_at: datetime | None
    is_past_due: bool
    next_seats: int | None
    next_seats_at: datetime | None
