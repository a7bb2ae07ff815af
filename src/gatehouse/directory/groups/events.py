from typing import ClassVar
from uuid import UUID

from gatehouse.kit.events import Event, Severity


class GroupEvent(Event):
    severity: ClassVar[Severity] = "Medium"
    group_id: UUID
    name: str


class GroupCreated(GroupEvent):
    event_name = "group.created"
    severity = "Info"
    text = "Created the group {name}"


class GroupUpdated(GroupEvent):
    event_name = "group.updated"
    severity = "Info"
    text = "Changed the group {name}"


class GroupDeleted(GroupEvent):
    event_name = "group.deleted"
    text = "Deleted the group {name}"


class GroupRolesChanged(GroupEvent):
    event_name = "group.roles_changed"
    text = "Changed the roles of the group {name}"
    role_ids: list[UUID]


class GroupUsersAdded(GroupEvent):
    event_name = "group.users_added"
    text = "Added users to the group {name}"
    user_ids: list[UUID]


class GroupUsersRemoved(GroupEvent):
    event_name = "group.users_removed"
    text = "Removed users from the group {name}"
    user_ids: list[UUID]


class GroupConfigurationChanged(Event):
    event_name = "group.configuration_changed"
    severity = "Medium"
    text = "Changed the group settings"
    enabled: bool
    roles_enabled: bool
