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


class SourceFellSilent(Event):
    event_name = "vendor.user_source_silent"
    severity = "High"
    text = "The user source {name} is not responding and is skipped for now"
    source_id: UUID
    name: str
    detail: str


class SourceEvent(Event):
    source_id: UUID
    name: str


class SourceCreated(SourceEvent):
    event_name = "vendor.user_source_created"
    severity = "High"
    text = "Created the user source {name}"
    kind: str


class SourceChanged(SourceEvent):
    event_name = "vendor.user_source_changed"
    severity = "High"
    text = "Changed the user source {name}"


class SourceAssigned(SourceEvent):
    event_name = "vendor.user_source_assigned"
    severity = "High"
    text = "Changed the applications of the user source {name}"
    application_ids: list[UUID]
    is_asked: bool


class SourceDeleted(SourceEvent):
    event_name = "vendor.user_source_deleted"
    severity = "High"
    text = "Deleted the user source {name}"
