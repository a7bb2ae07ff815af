from typing import ClassVar
from uuid import UUID

from gatehouse.kit.events import Event, Severity


class RoleEvent(Event):
    severity: ClassVar[Severity] = "Medium"
    role_id: UUID
    name: str


class RoleCreated(RoleEvent):
    event_name = "role.created"
    text = "Created the role {name}"


class RoleUpdated(RoleEvent):
    event_name = "role.updated"
    permissions_changed: bool = False

    @property
    def description(self) -> str:
        if self.permissions_changed:
            return f"Changed the permissions of the role {self.name}"
        return f"Changed the role {self.name}"


class RoleDeleted(RoleEvent):
    event_name = "role.deleted"
    text = "Deleted the role {name}"


class PermissionHoldersChanged(Event):
    """A permission was added to these roles, or removed from them."""

    event_name = "role.permission_holders_changed"
    severity = "Medium"
    text = "Changed which roles include a permission"
    permission_id: UUID
    role_ids: list[UUID]


class RoleMoved(RoleEvent):
    """Announced in the accounts that lose or get the role; `to_tenant_id` None: all accounts have it."""

    event_name = "role.moved"
    severity = "High"
    text = "The role {name} was moved"
    to_tenant_id: UUID | None = None
