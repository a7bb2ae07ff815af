from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class ApplicationClientEvent(Event):
    """`application_id`: the client's own."""

    severity = "High"
    application_id: UUID
    name: str


@dataclass(frozen=True, slots=True)
class ApplicationClientCreated(ApplicationClientEvent):
    event_name = "application.client_created"
    text = "Made the client {name}"


@dataclass(frozen=True, slots=True)
class ApplicationClientChanged(ApplicationClientEvent):
    event_name = "application.client_changed"
    text = "Changed the client {name}"


@dataclass(frozen=True, slots=True)
class ApplicationClientDeleted(ApplicationClientEvent):
    event_name = "application.client_deleted"
    text = "Deleted the client {name}"
