"""Types of the vendor's catalogue: by id, and as the configuration document names entries."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class CataloguedPermission:
    """A permission, and the vendor's roles that hold it."""

    id: UUID
    category_id: UUID
    key: str
    name: str
    description: str
    fe_permission: bool
    assignment_type: str
    role_ids: list[UUID]
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class PermissionCategory:
    id: UUID
    name: str
    description: str
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class CategoryRow:
    name: str
    description: str


@dataclass(frozen=True, slots=True)
class PermissionRow:
    key: str
    name: str
    description: str
    category: str
    assignment: str
    fe_permission: bool


@dataclass(frozen=True, slots=True)
class RoleRow:
    key: str
    name: str
    description: str
    is_default: bool
    first_user_role: bool
    level: int
    permissions: list[str]
