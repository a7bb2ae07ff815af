from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class ChannelFigures:
    """What was to be sent by mail or text message in the last day, of at most 10,000 messages."""

    channel: str
    sent: int
    failed: int
    waiting: int
    last_sent_at: datetime | None
    last_error: str | None


@dataclass(frozen=True, slots=True)
class SigningKeyStatus:
    """`purpose`: `tokens` are signed with it, or `licenses`. One whose `active_from` is to come is published
    already."""

    purpose: str
    id: str
    algorithm: str
    created_at: datetime
    active_from: datetime


@dataclass(frozen=True, slots=True)
class AppliedMigration:
    name: str
    applied_at: datetime


@dataclass(frozen=True, slots=True)
class DatabaseState:
    version: str
    size_bytes: int
