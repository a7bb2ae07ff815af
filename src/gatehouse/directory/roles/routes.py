"""Roles and permissions (wire-api §16.9; admin portal, section roles)."""

from typing import Annotated
from uuid import UUID

from fastapi import Body, Query, Request, Response

from gatehouse.access.guard import Transaction, open_authorized_statement
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.directory.roles import queries, schemas, service
from gatehouse.directory.roles.errors import RoleNotFound
from gatehouse.directory.roles.models import Role
from gatehouse.kit.db import Query as Statement
from gatehouse.kit.plain_route import Json, PlainRoute
from gatehouse.kit.router import without_nulls

hot = Router(tags=["Roles and permissions"], route_class=PlainRoute)
router = Router(tags=["Roles and permissions"])


async def _read_list(request: Request, permission: Permission, statement: Statement[str]) -> Json:
    async with open_authorized_statement(request, permission) as (db, caller):
        text = await statement.one(db, caller.tenant_id)
    return Json(text.encode())


@hot.get("/identity/resources/roles/v1", **without_nulls(list[schemas.RoleOut]))
async def list_roles(request: Request) -> Response:
    """The tenant's roles and the vendor's, highest rank first."""
    return await _read_list(request, Permission.READ_ROLES, queries.ROLES)


@hot.get("/identity/resources/roles/v2", **without_nulls(schemas.RolePage))
async def list_roles_in_pages(
    request: Request, query: Annotated[schemas.RolesQuery, Query()]
) -> Response:
    """A page of the tenant's roles and the vendor's. `_tenantIds` with the caller's tenant excludes the
    vendor's."""
    async with open_authorized_statement(request, Permission.READ_ROLES) as (db, caller):
        text = await queries.PAGES.page(
            db, query, query.sort_by, caller.tenant_id, text=query.filter_pattern,
            levels=query.levels or None, tenants=query.tenant_ids or None,
        )  # fmt: skip
    return Json((text or "").encode())


@hot.get("/identity/resources/roles/v2/distinct-levels", response_model=list[int])
async def list_role_levels(request: Request) -> Response:
    """The distinct ranks of the roles; a lower number ranks higher."""
    return await _read_list(request, Permission.READ_ROLES, queries.LEVELS)


@hot.get("/identity/resources/roles/v2/distinct-tenants", response_model=list[UUID])
async def list_role_tenants(request: Request) -> Response:
    """Tenants that own roles besides the vendor: the caller's, if it has any."""
    return await _read_list(request, Permission.READ_ROLES, queries.TENANTS)


@router.get("/identity/resources/roles/v1/{role_id}", **without_nulls(schemas.RoleOut))
async def get_role(request: Request, role_id: UUID) -> Response:
    """A role of the tenant or the vendor. 404 `roles.not_found` for another tenant's."""
    async with open_authorized_statement(request, Permission.READ_ROLES) as (db, caller):
        text = await queries.ROLE_SEEN.first(db, caller.tenant_id, role_id)
    if text is None:
        raise RoleNotFound("The role was not found")
    return Json(text.encode())


@hot.get("/team/resources/roles/v1", **without_nulls(schemas.RoleItems))
async def list_team_roles(request: Request) -> Response:
    """The tenant's roles and the vendor's as `{items}`, for the team pages."""
    return await _read_list(request, Permission.READ_ROLES, queries.TEAM_ROLES)


@router.post(
    "/identity/resources/roles/v1",
    permission=Permission.WRITE_ROLES,
    **without_nulls(schemas.RoleOut | list[schemas.RoleOut]),
    status_code=201,
)
async def create_role(
    db: Transaction,
    caller: Caller,
    data: Annotated[
        schemas.RoleCreate | Annotated[list[schemas.RoleCreate], Body(max_length=20)], Body()
    ],
) -> Role | list[Role]:
    """Create roles: an object creates one role; an array, as the management API sends it, creates several.

    409 `roles.name_taken`, `roles.key_taken`, `roles.too_many`; 403 `roles.beyond_own` when the role holds
    a permission or a rank that the caller lacks.
    """
    if isinstance(data, schemas.RoleCreate):
        return await service.create_role(db, caller, data)
    return [await service.create_role(db, caller, one) for one in data]


@router.post(
    "/identity/resources/roles/v2",
    permission=Permission.WRITE_ROLES,
    **without_nulls(schemas.RoleOut),
)
async def create_role_from_base(
    db: Transaction, caller: Caller, data: schemas.RoleFromBase
) -> Role:
    """Create a role from a base role: with its rank, and only permissions that it holds."""
    return await service.create_based_role(db, caller, data)


@router.patch(
    "/identity/resources/roles/v1/{role_id}",
    permission=Permission.WRITE_UPDATE_ROLE,
    **without_nulls(schemas.RoleOut),
)
async def change_role(
    db: Transaction, caller: Caller, role_id: UUID, data: schemas.RoleChange
) -> Role:
    """Change a role. 403 `roles.vendor_role` for the vendor's roles, `roles.beyond_own` for those above
    the caller."""
    return await service.change_role(db, caller, role_id, data)


@router.put(
    "/identity/resources/roles/v1/{role_id}/permissions",
    permission=Permission.WRITE_UPDATE_ROLE,
    **without_nulls(schemas.RoleOut),
)
async def set_role_permissions(
    db: Transaction, caller: Caller, role_id: UUID, data: schemas.RolePermissions
) -> Role:
    """Set the permissions of the role: exactly these; the caller must have all of them. With
    `basePermissionIds`, permissions that another administrator added or removed meanwhile stay so."""
    return await service.replace_role_permissions(
        db, caller, role_id, data.permission_ids, data.base_permission_ids
    )


@router.delete(
    "/identity/resources/roles/v1/{role_id}", permission=Permission.DELETE_ROLE, status_code=204
)
async def delete_role(db: Transaction, caller: Caller, role_id: UUID) -> None:
    """Delete the role; all users who hold it lose it."""
    await service.delete_role(db, caller, role_id)


@hot.get("/identity/resources/permissions/v1", response_model=list[schemas.PermissionOut])
async def list_permissions(request: Request) -> Response:
    """The catalogue, with the roles that hold each permission."""
    return await _read_list(request, Permission.READ_PERMISSIONS, queries.PERMISSIONS)


@hot.get("/identity/resources/permissions/v1/categories", response_model=list[schemas.CategoryOut])
async def list_permission_categories(request: Request) -> Response:
    """The catalogue by category."""
    return await _read_list(request, Permission.READ_PERMISSIONS, queries.CATEGORIES)


@router.put(
    "/identity/resources/permissions/v1/{permission_id}/roles",
    permission=Permission.WRITE_UPDATE_ROLE,
    response_model=schemas.PermissionOut,
)
async def set_roles_of_permission(
    db: Transaction, caller: Caller, permission_id: UUID, data: schemas.RolesOfPermission
) -> Response:
    """Set which of the tenant's roles hold the permission: exactly these; the vendor's stay unchanged. 403
    `roles.vendor_role` for a vendor's role that does not hold it, `roles.beyond_own`; 404
    `permissions.not_found`."""
    return await service.set_permission_holders(db, caller, permission_id, data.role_ids)
