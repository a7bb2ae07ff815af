from uuid import UUID

from gatehouse.kit.events import Event


class UserMovedIn(Event):
    """`keeps_password_there`: the source is asked at each sign-in."""

    event_name = "user.moved_in"
    text = "Came in from {source}"
    user_id: UUID
    email: str
    source_id: UUID
    source: str
    keeps_password_there: bool


class SourceEvent(Event):
    severity = "High"
    source_id: UUID
    name: str


class SourceCreated(SourceEvent):
    event_name = "vendor.user_source_created"
    text = "The user source {name} was created"
    kind: str


class SourceChanged(SourceEvent):
    event_name = "vendor.user_source_changed"
    text = "The user source {name} was changed"


class SourceAssigned(SourceEvent):
    event_name = "vendor.user_source_assigned"
    text = "The user source {name} is asked by other applications"
    application_ids: list[UUID]
    is_asked: bool


class SourceDeleted(SourceEvent):
    event_name = "vendor.user_source_deleted"
    text = "The user source {name} was deleted"


class SourceFellSilent(SourceEvent):
    event_name = "vendor.user_source_silent"
    text = "The user source {name} does not answer, and is left alone for a while"
    detail: str
