from dataclasses import dataclass
from datetime import datetime
from typing import Any

Body = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Entity:
    id: str
    kind: str
    body: dict[str, Any]
    private: dict[str, Any]


@dataclass(frozen=True, slots=True)
class NotificationDelivery:
    """An event to send to one destination."""

    id: str
    event_id: str
    event_type: str
    occurred_at: datetime
    data: dict[str, Any]
    url: str
    secret: str
    times_attempted: int


@dataclass(frozen=True, slots=True)
class StoredEvent:
    id: str
    type: str
    occurred_at: datetime
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class StoredNotification:
    id: str
    event_id: str
    destination_id: str
    origin: str
    status: str
    times_attempted: int
    last_attempt_at: datetime | None
    delivered_at: datetime | None
    replayed_at: datetime | None
    retry_at: datetime | None
    type: str
    occurred_at: datetime
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class DeliveryAttempt:
    id: str
    attempted_at: datetime
    response_code: int
    response_content_type: str | None
    response_body: str
