from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class ProvisioningEvent(Event):
    severity = "Medium"
    connection_id: UUID
    name: str


@dataclass(frozen=True, slots=True)
class ConnectionCreated(ProvisioningEvent):
    event_name = "provisioning.connection_created"
    text = "Connected the directory {name}"


@dataclass(frozen=True, slots=True)
class ConnectionUpdated(ProvisioningEvent):
    event_name = "provisioning.connection_updated"
    text = "Changed the connection to the directory {name}"
    is_on: bool


@dataclass(frozen=True, slots=True)
class TokenRotated(ProvisioningEvent):
    event_name = "provisioning.token_rotated"
    text = "Made a new token for the directory {name}"


@dataclass(frozen=True, slots=True)
class ConnectionDeleted(Event):
    """`with_people`: the users that it manages are removed, too."""

    event_name = "provisioning.connection_deleted"
    severity = "High"
    text = "Disconnected the directory {name}"
    connection_id: UUID
    name: str
    with_people: bool
