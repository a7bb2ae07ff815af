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
class EventDelivery:
    """An event to send to the receiver."""

    id: str
    body: dict[str, Any]
    times_attempted: int


@dataclass(frozen=True, slots=True)
class DeliveryStatus:
    """The delivery result of an event."""

    id: str
    type: str
    status: str
    times_attempted: int
    response_code: int | None
    retry_at: datetime | None
