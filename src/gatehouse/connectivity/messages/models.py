from dataclasses import dataclass
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class EventRecipient:
    """A recipient of an event on one channel."""

    channel: str
    recipient: str


@dataclass(frozen=True, slots=True)
class PendingEventMessage:
    """`content` is what `content.py` makes."""

    id: UUID
    tenant_id: UUID
    channel: str
    recipient: str
    content: dict[str, Any]
