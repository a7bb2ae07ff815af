from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class SubscribedWebhook:
    """A webhook that gets an event. `tenant_id`: that of the webhook."""

    id: UUID
    tenant_id: UUID
    is_ordered: bool


@dataclass(frozen=True, slots=True)
class DeliveryTarget:
    """A webhook that is claimed for sending."""

    id: UUID
    name: str
    url: str
    sealed_secret: bytes | None
    is_ordered: bool
    failing_since: datetime | None
    sealed_previous_secret: bytes | None


@dataclass(frozen=True, slots=True)
class DueDelivery:
    """What is to be sent now; `attempts` have failed."""

    id: UUID
    event_id: UUID
    body: str
    attempts: int


@dataclass(frozen=True, slots=True)
class DueWebhook:
    id: UUID
    tenant_id: UUID


@dataclass(frozen=True, slots=True)
class DeliveryOutcome:
    """`status` is None when no answer came; `answer` then says why."""

    due: DueDelivery
    status: int | None
    answer: str
