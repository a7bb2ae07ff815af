"""Notifications on the wire (wire-api §16.18)."""

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pydantic import Field

from gatehouse.kit.schemas import Wire

Status = Literal["read", "unread", "archived"]


class NotificationsAsked(Wire):
    """The page that the published client asks for, as JSON in one parameter."""

    count: int = Field(20, ge=1, le=100)
    offset: int = Field(0, ge=0, le=10_000)


class NotificationOut(Wire):
    """`viewed` is whether it was read; `key` is that of the event. `actions` is always empty."""

    id: UUID
    key: str
    title: str
    body: str
    severity: str
    url: str
    viewed: bool
    status: Status
    is_pinned: bool
    created_at: datetime
    actions: list[dict[str, Any]] = Field(max_length=0, default_factory=list)


class NotificationState(Wire):
    notification_id: UUID
    status: Status


class NotificationStatusChange(Wire):
    params: NotificationState


class NotificationPin(Wire):
    notification_id: UUID
