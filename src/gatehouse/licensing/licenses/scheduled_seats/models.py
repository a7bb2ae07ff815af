"""What waits for the end of a period."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class PendingSeatChange:
    tenant_id: UUID
    license_id: UUID
    name: str
    subscription_id: str | None
    seats: int
    at: datetime
    customer_id: str | None


@dataclass(frozen=True, slots=True)
class DueSeats:
    due_at: datetime
    id: UUID
