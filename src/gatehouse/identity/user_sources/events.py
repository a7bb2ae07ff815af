from uuid import UUID

from gatehouse.kit.events import Event


class UserMovedIn(Event):
    """`keeps_password_there`: the source is asked at each sign-in."""

    event_name = "user.moved_in"
    text = "Migrated from {source}"
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
    text = "Created the user source {name}"
    kind: str


class SourceChanged(SourceEvent):
    event_name = "vendor.user_source_changed"
    text = "Changed the user source {name}"


class SourceAssigned(SourceEvent):
    event_name = "vendor.user_source_assigned"
    text = "Changed the applications of the user source {name}"
    application_ids: list[UUID]
    is_asked: bool


class SourceDeleted(SourceEvent):
    event_name = "vendor.user_source_deleted"
    text = "Deleted the user source {name}"


class SourceFellSilent(SourceEvent):
    event_name = "vendor.user_source_silent"
    text = "The user source {name} is not responding and is temporarily not called"
    detail: str
