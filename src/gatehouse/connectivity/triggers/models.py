from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class TriggeredEvent:
    id: UUID
    tenant_id: UUID
    event_key: str


@dataclass(frozen=True, slots=True)
class ChannelCounts:
    """What became of an event's messages by one channel; `error` is why one of them failed."""

    channel: str
    waiting: int
    sent: int
    failed: int
    error: str
