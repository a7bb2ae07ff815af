from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class WebhookDelivery:
    id: UUID
    tenant_id: UUID
    webhook_id: UUID
    event_id: UUID
    event_key: str
    body: str
    status: str
    attempts: int
    status_code: int | None
    answer: str
    next_attempt_at: datetime | None
    last_attempt_at: datetime | None
    created_at: datetime


@dataclass(frozen=True, slots=True)
class RedeliveredEvent:
    webhook_id: UUID
    name: str
    is_active: bool
