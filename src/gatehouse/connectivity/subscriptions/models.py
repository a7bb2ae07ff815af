from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID


class SubscriptionChannel(StrEnum):
    EMAIL = "email"
    SMS = "sms"


@dataclass(frozen=True, slots=True)
class EventSubscription:
    """With what it belongs to: `told` is whether the account tells of the event at all."""

    id: UUID
    event_key: str
    told: bool
    name: str
    enabled: bool
    recipients: list[str]


@dataclass(frozen=True, slots=True)
class ChannelCounts:
    of_channel: int
    of_event: int


@dataclass(frozen=True, slots=True)
class RecipientFailure:
    """A recipient that could not be reached, and why."""

    event_key: str
    recipient: str
    error: str
    finished_at: datetime
