"""Licenses as the statements return them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
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


@dataclass(frozen=True, slots=True)
class LicensePage:
    """`items` is JSON."""

    items: str
    total: int


@dataclass(frozen=True, slots=True)
class OwnedLicense:
    id: UUID
    tenant_id: UUID


@dataclass(frozen=True, slots=True)
class TimelineEntry:
    """`kind`: `audit`, or `payment` for what the payment provider reported. `name` is the action, or the kind
    of event; `text` a sentence, whose facts are `json`, or what came of the event."""

    at: datetime
    kind: str
    name: str
    text: str | None
    actor: str | None
    json: dict[str, Any] | None
    occurred_at: datetime | None
    deliveries: int | None
    attempts: int | None
