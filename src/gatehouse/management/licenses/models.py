"""Licenses of all accounts as the statements return them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class LicensePage:
    """`items` is JSON."""

    items: str
    total: int


@dataclass(frozen=True, slots=True)
class Owned:
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
