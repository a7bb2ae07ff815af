"""Roles and permissions on the wire (wire-api §12: Role, Permission)."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AliasChoices, BeforeValidator, Field, StringConstraints

from gatehouse.kit.lists import ListQuery
from gatehouse.kit.paging import Page
from gatehouse.kit.schemas import Name, Text, Wire
from gatehouse.kit.tenant_ids import ShownTenantId, TenantId

RoleKey = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200,
                                           pattern=r"^[^\x00-\x1f\x7f]*$")]  # fmt: skip
RoleName = Annotated[Name, StringConstraints(min_length=1)]
Level = Annotated[int, Field(ge=0, le=1_000_000)]
PermissionIds = Annotated[list[UUID], Field(max_length=1000)]


class RoleOut(Wire):
    """`permissions` contains ids; `tenantId` is missing on the vendor's roles."""

    id: UUID
    key: str
    name: str
    description: str
    is_default: bool
    first_user_role: bool
    level: int
    permissions: list[UUID]
    tenant_id: ShownTenantId | None = None
    vendor_id: UUID
    created_at: datetime
    updated_at: datetime


class PermissionOut(Wire):
    id: UUID
    key: str
    name: str
    description: str
    category_id: UUID
    fe_permission: bool
    assignment_type: str
    role_ids: list[UUID]
    created_at: datetime
    updated_at: datetime


class CategoryOut(Wire):
    id: UUID
    name: str
    description: str
    fe_category: bool = True
    permission_ids: list[UUID]
    permissions: list[PermissionOut]
    created_at: datetime
    updated_at: datetime


class RoleItems(Wire):
    items: list[RoleOut]


class RolePage(Page[RoleOut]):
    pass


RoleSort = Literal[
    "name", "key", "description", "isDefault", "firstUserRole", "level", "createdAt", "updatedAt",
    "permissions", "userTenants", "groups",
]  # fmt: skip


class RolesQuery(ListQuery):
    """`_offset` counts roles; `_filter` matches a part of name, key or description. `userTenants` sorts by
    the number of users who were given the role, `groups` by the number of groups that give it."""

    limit: int = Field(50, ge=1, le=200, alias="_limit")
    sort_by: RoleSort = Field("name", alias="_sortBy")
    levels: Annotated[list[Level], Field(max_length=100)] = Field([], alias="_levels")
    tenant_ids: Annotated[list[TenantId], Field(max_length=100)] = Field([], alias="_tenantIds")


class RolesOfPermission(Wire):
    role_ids: Annotated[list[UUID], Field(max_length=1000)]


class RoleCreate(Wire):
    """`permissions` and `permissionIds` are synonyms for the list of permission ids, which may be null;
    without `level` the role gets the rank of its creator."""

    key: RoleKey | None = None
    name: RoleName
    description: Text | None = None
    is_default: bool = False
    level: Level | None = None
    permission_ids: Annotated[PermissionIds, BeforeValidator(lambda ids: ids or [])] = Field(
        [],
        validation_alias=AliasChoices("permissionIds", "permissions", "permission_ids"),
    )


class RoleFromBase(RoleCreate):
    """`baseRoleId`: the new role gets the rank of this one and may hold only its permissions."""

    base_role_id: UUID | None = None


class RoleChange(Wire):
    """Missing or null fields stay unchanged."""

    key: RoleKey | None = None
    name: RoleName | None = None
    description: Text | None = None
    is_default: bool | None = None
    level: Level | None = None


class RolePermissions(Wire):
    """`basePermissionIds` is the list that the editor started with: with it, only what was added and
    removed since is applied."""

    permission_ids: PermissionIds
    base_permission_ids: PermissionIds | None = None


class RoleOwner(Wire):
    """With null the role becomes the vendor's, which every account has."""

    tenant_id: TenantId | None
