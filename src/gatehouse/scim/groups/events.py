from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class DirectoryGroupEvent(Event):
    """Beside the events of what became of the group and of who is in it."""

    is_audited = False
    group_id: UUID
    name: str
    connection_id: UUID


@dataclass(frozen=True, slots=True)
class DirectoryGroupCreated(DirectoryGroupEvent):
    event_name = "directory_group.created"
    text = "The directory created the group {name}"


@dataclass(frozen=True, slots=True)
class DirectoryGroupUpdated(DirectoryGroupEvent):
    event_name = "directory_group.updated"
    text = "The directory changed the group {name}"


@dataclass(frozen=True, slots=True)
class DirectoryGroupDeleted(DirectoryGroupEvent):
    event_name = "directory_group.deleted"
    severity = "Medium"
    text = "The directory deleted the group {name}"
