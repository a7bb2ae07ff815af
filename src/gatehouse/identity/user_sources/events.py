from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class UserMovedIn(Event):
    """`keeps_password_there`: the old system is asked at each sign-in."""

    event_name = "user.moved_in"
    text = "Came in from {source}"
    user_id: UUID
    email: str
    source_id: UUID
    source: str
    keeps_password_there: bool


@dataclass(frozen=True, slots=True)
class SourceFellSilent(Event):
    event_name = "vendor.user_source_silent"
    severity = "High"
    text = "The user source {name} does not answer, and is left alone for a while"
    source_id: UUID
    name: str
    detail: str
