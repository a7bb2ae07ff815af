"""Result types of the role and permission statements."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

ADMIN = "Admin"


@dataclass(frozen=True, slots=True)
class RoleDetails:
    """A lower `level` ranks higher."""

    key: str
    name: str
    description: str
    is_default: bool
    first_user_role: bool
    level: int


@dataclass(frozen=True, slots=True)
class Role(RoleDetails):
    """A role of one tenant, or the vendor's (`tenant_id` is None). `permission_keys` are the keys of
    `permissions`, and may contain wildcards."""

    id: UUID
    tenant_id: UUID | None
    vendor_id: UUID
    permissions: list[UUID]
    permission_keys: list[str]
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class VendorPermission:
    """A permission of the vendor's catalogue."""

    id: UUID
    key: str
    assignment_type: str


@dataclass(frozen=True, slots=True)
class OwnedRole:
    """`tenant_id` None: a role of the vendor."""

    id: UUID
    tenant_id: UUID | None
    key: str
    name: str
    is_first_user_role: bool
