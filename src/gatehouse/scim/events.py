from typing import ClassVar
from uuid import UUID

from gatehouse.kit.events import Event, Severity


class ProvisioningEvent(Event):
    severity: ClassVar[Severity] = "Medium"
    connection_id: UUID
    name: str


class ConnectionCreated(ProvisioningEvent):
    event_name = "provisioning.connection_created"
    text = "Connected the directory {name}"


class ConnectionUpdated(ProvisioningEvent):
    event_name = "provisioning.connection_updated"
    text = "Changed the connection to the directory {name}"
    is_on: bool


class TokenRotated(ProvisioningEvent):
    event_name = "provisioning.token_rotated"
    text = "Created a new token for the directory {name}"


class ConnectionDeleted(ProvisioningEvent):
    """`with_people`: the users that it manages are removed, too."""

    event_name = "provisioning.connection_deleted"
    severity = "High"
    text = "Disconnected the directory {name}"
    with_people: bool


class ProvisionedUserEvent(Event):
    severity = "Medium"
    user_id: UUID
    email: str
    connection_id: UUID


class UserProvisioned(ProvisionedUserEvent):
    """`joined`: they were no member before."""

    event_name = "user.provisioned"
    joined: bool

    @property
    def description(self) -> str:
        return (
            f"Provisioned {self.email}" if self.joined else f"Linked {self.email} to the directory"
        )


class DirectoryUserEvent(ProvisionedUserEvent):
    """Beside the events of what became of the membership."""

    is_audited = False


class DirectoryUserUpdated(DirectoryUserEvent):
    event_name = "directory_user.updated"
    text = "The directory updated {email}"


class DirectoryUserDeleted(DirectoryUserEvent):
    event_name = "directory_user.deleted"
    text = "The directory deleted {email}"


class DirectoryGroupEvent(Event):
    """Beside the events of what became of the group and of who is in it."""

    is_audited = False
    group_id: UUID
    name: str
    connection_id: UUID


class DirectoryGroupCreated(DirectoryGroupEvent):
    event_name = "directory_group.created"
    text = "The directory created the group {name}"


class DirectoryGroupUpdated(DirectoryGroupEvent):
    event_name = "directory_group.updated"
    text = "The directory updated the group {name}"


class DirectoryGroupDeleted(DirectoryGroupEvent):
    event_name = "directory_group.deleted"
    severity = "Medium"
    text = "The directory deleted the group {name}"
