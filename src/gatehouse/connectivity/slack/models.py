from dataclasses import dataclass
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class SlackInstallation:
    id: UUID
    team_id: str
    team_name: str
    sealed_token: bytes


@dataclass(frozen=True, slots=True)
class SlackSubscription:
    """`slack_events` as the wire has them."""

    id: UUID
    is_active: bool
    slack_events: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class ToldInSlack:
    """What an event says in which channels; `title` and `message` are None for the usual."""

    channel_ids: list[str]
    title: str | None
    message: str | None
