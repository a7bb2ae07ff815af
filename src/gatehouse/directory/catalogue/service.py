"""Reading the vendor's catalogue by id; changes go through the configuration document."""

from collections.abc import Sequence
from uuid import UUID

from gatehouse.directory.catalogue import queries
from gatehouse.directory.catalogue.queries import PermissionCategory
from gatehouse.directory.roles.errors import PermissionNotFound, RoleNotFound
from gatehouse.directory.roles.models import Role
from gatehouse.directory.roles.schemas import PermissionOut
from gatehouse.kit.db import Db
from gatehouse.kit.errors import NotFound


class CategoryNotFound(NotFound, code="permissions.category_not_found"): ...


async def list_roles(db: Db, tenant_id: UUID | None = None) -> list[Role]:
    """The vendor's roles, and with `tenant_id` that tenant's too."""
    return await queries.ROLES_SEEN.all(db, tenant_id)


async def get_vendor_roles(db: Db, role_ids: Sequence[UUID]) -> list[Role]:
    """The vendor's roles with these ids. Raises `RoleNotFound` unless all of them are the vendor's."""
    found = [role for role in await list_roles(db) if role.id in set(role_ids)]
    if len(found) < len(set(role_ids)):
        raise RoleNotFound("The role was not found")
    return found


async def get_permissions_by_id(db: Db, ids: Sequence[UUID]) -> list[PermissionOut]:
    """The permissions with these ids. Raises `PermissionNotFound` unless all of them exist."""
    found = await queries.CATALOGUE_BY_ID.all(db, list(set(ids)))
    if len(found) < len(set(ids)):
        raise PermissionNotFound("A permission was not found")
    return found


async def get_category(db: Db, category_id: UUID) -> PermissionCategory:
    for one in await queries.CATEGORIES_SEEN.all(db):
        if one.id == category_id:
            return one
    raise CategoryNotFound("The category was not found")
