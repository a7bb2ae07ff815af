"""Statements on the vendor's catalogue: rows without a tenant."""

from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString
from uuid import UUID

from gatehouse.directory.roles.models import Role, RoleDetails
from gatehouse.directory.roles.queries import SELECT_ROLES
from gatehouse.directory.roles.schemas import PermissionOut
from gatehouse.kit.db import Command, Query


@dataclass(frozen=True, slots=True)
class CategoryRow:
    name: str
    description: str


@dataclass(frozen=True, slots=True)
class PermissionCategory(CategoryRow):
    id: UUID
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class PermissionRow:
    key: str
    name: str
    description: str
    category: str
    assignment: str
    fe_permission: bool


@dataclass(frozen=True, slots=True)
class RoleRow(RoleDetails):
    permissions: list[str]


# All roles of the vendor, and those of tenant $1 unless it is null.
ROLES_SEEN = Query(
    Role,
    f"""
    {SELECT_ROLES}
    where r.tenant_id is null or r.tenant_id = $1::uuid
    order by r.level, lower(r.name), r.id
    """,
)

_HELD: LiteralString = """
  select p.id, p.category_id, p.key, p.name, p.description, p.fe_permission, p.assignment_type,
    p.created_at, p.updated_at, array(
      select rp.role_id from role_permissions rp
      where rp.permission_id = p.id and rp.tenant_id is null order by rp.role_id
    ) as role_ids
  from permissions p
"""
# All permissions, each with the vendor's roles that hold it.
CATALOGUE = Query(PermissionOut, f"{_HELD} order by p.key")
CATALOGUE_BY_ID = Query(PermissionOut, f"{_HELD} where p.id = any ($1::uuid[]) order by p.key")
CATEGORIES_SEEN = Query(PermissionCategory, "select * from permission_categories order by name")

# The statements below identify entries by name or key, as the configuration document does.

CATEGORIES = Query(CategoryRow, "select name, description from permission_categories order by name")

PERMISSIONS = Query(
    PermissionRow,
    """
    select p.key, p.name, p.description, c.name as category, p.assignment_type as assignment,
      p.fe_permission
    from permissions p join permission_categories c on c.id = p.category_id order by p.key
    """,
)

ROLES = Query(
    RoleRow,
    """
    select r.key, r.name, r.description, r.is_default, r.is_first_user_role as first_user_role,
      r.level, array(
        select p.key from role_permissions rp join permissions p on p.id = rp.permission_id
        where rp.role_id = r.id order by p.key
      ) as permissions
    from roles r where r.tenant_id is null order by r.level, r.key
    """,
)

SAVE_CATEGORY = Command(
    """
    insert into permission_categories (name, description, created_at, updated_at)
    values ($1, $2, $3, $3)
    on conflict (name) do update set description = $2, updated_at = $3
    """
)

RENAME_CATEGORY = Command(
    "update permission_categories set name = $2, updated_at = $3 where id = $1"
)
DELETE_CATEGORY = Command("delete from permission_categories where name = $1")

SAVE_PERMISSION = Command(
    """
    insert into permissions
      (key, name, description, category_id, assignment_type, fe_permission, created_at, updated_at)
    select $1, $2, $3, c.id, $5, $6, $7, $7 from permission_categories c where c.name = $4
    on conflict (key) do update set name = $2, description = $3, category_id = excluded.category_id,
      assignment_type = $5, fe_permission = $6, updated_at = $7
    """
)

DELETE_PERMISSION = Command("delete from permissions where key = $1")
