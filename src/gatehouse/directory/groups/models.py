"""Result types of the group statements."""

from dataclasses import dataclass
from uuid import UUID

# Per tenant; the list returns all of them.
MOST_GROUPS = 2_000
DIRECTORY = "scim2"


@dataclass(frozen=True, slots=True)
class Group:
    id: UUID
    name: str
    color: str | None
    description: str
    metadata: str
    managed_by: str
    role_ids: list[UUID]


@dataclass(frozen=True, slots=True)
class StoredGroupConfiguration:
    """`roles_enabled`: whether members get the roles of their groups."""

    enabled: bool
    roles_enabled: bool

    @property
    def gives_roles(self) -> bool:
        return self.enabled and self.roles_enabled
