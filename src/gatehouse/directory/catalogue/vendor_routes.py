from typing import Annotated
from uuid import UUID

from fastapi import Body, Header, Query, Response

from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import SharedRoute, UnnamedRoute, VendorRoute, VendorTransaction
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.directory.catalogue import permissions, queries, roles
from gatehouse.directory.catalogue import service as catalogue
from gatehouse.directory.catalogue.schemas import (
    CategoryChange,
    CategoryCreate,
    Classification,
    PermissionChange,
    PermissionCreate,
    RolesOfPermission,
    VendorRoleChange,
    VendorRoleCreate,
    VendorRolesQuery,
    to_category_response,
)
from gatehouse.directory.roles.models import Role
from gatehouse.directory.roles.schemas import (
    CategoryOut,
    PermissionOut,
    RoleOut,
    RoleOwner,
    RolePage,
    RolePermissions,
)
from gatehouse.kit.router import without_nulls
from gatehouse.kit.tenant_ids import HeaderTenantId

OfTenant = Annotated[HeaderTenantId | None, Header(alias="frontegg-tenant-id")]

ROLES = "/identity/resources/roles/v1"
PERMISSIONS = "/identity/resources/permissions/v1"
CATEGORIES = f"{PERMISSIONS}/categories"

shared = Router(tags=["Vendor"], route_class=SharedRoute, include_in_schema=False)
# When the request names an account, it concerns that account's own roles and the routes of its users answer
# it.
of_everybody = Router(tags=["Vendor"], route_class=UnnamedRoute, include_in_schema=False)
router = Router(tags=["Vendor"], route_class=VendorRoute)


@shared.get(ROLES, permission=VendorPermission.READ_ROLES, **without_nulls(list[RoleOut]))
async def list_vendor_roles(db: VendorTransaction, tenant_id: OfTenant = None) -> list[Role]:
    """The vendor's roles; with `frontegg-tenant-id` that tenant's too."""
    return await catalogue.list_roles(db, tenant_id)


@of_everybody.get(
    "/identity/resources/roles/v2",
    permission=VendorPermission.READ_ROLES,
    **without_nulls(RolePage),
)
async def list_vendor_roles_in_pages(
    db: VendorTransaction, query: Annotated[VendorRolesQuery, Query()]
) -> RolePage:
    """A page of the vendor's roles."""
    return query.page_of(await catalogue.list_roles(db))


@of_everybody.get(
    "/identity/resources/roles/v2/distinct-levels",
    permission=VendorPermission.READ_ROLES,
)
async def list_vendor_role_levels(db: VendorTransaction) -> list[int]:
    """The distinct ranks of the vendor's roles; a lower number ranks higher."""
    return sorted({one.level for one in await catalogue.list_roles(db)})


@of_everybody.post(
    ROLES, permission=VendorPermission.WRITE_ROLES, **without_nulls(list[RoleOut]), status_code=201
)
async def create_vendor_roles(
    db: VendorTransaction,
    caller: VendorCaller,
    data: Annotated[list[VendorRoleCreate], Body(max_length=100)],
) -> list[Role]:
    """Create roles that every tenant has."""
    return await roles.create_roles(db, caller, data)


@of_everybody.patch(
    f"{ROLES}/{{role_id}}", permission=VendorPermission.WRITE_ROLES, **without_nulls(RoleOut)
)
async def change_vendor_role(
    db: VendorTransaction, caller: VendorCaller, role_id: UUID, data: VendorRoleChange
) -> Role:
    return await roles.change_role(db, caller, role_id, data)


@of_everybody.put(
    f"{ROLES}/{{role_id}}/permissions",
    permission=VendorPermission.WRITE_ROLES,
    **without_nulls(RoleOut),
)
async def set_vendor_role_permissions(
    db: VendorTransaction, caller: VendorCaller, role_id: UUID, data: RolePermissions
) -> Role:
    return await roles.replace_role_permissions(db, caller, role_id, data.permission_ids)


@of_everybody.delete(
    f"{ROLES}/{{role_id}}", permission=VendorPermission.WRITE_ROLES, status_code=204
)
async def delete_vendor_role(db: VendorTransaction, caller: VendorCaller, role_id: UUID) -> None:
    await roles.delete_role(db, caller, role_id)


@shared.get(PERMISSIONS, permission=VendorPermission.READ_ROLES)
async def list_vendor_permissions(db: VendorTransaction) -> list[PermissionOut]:
    """The catalogue, with the vendor's roles that hold each permission."""
    return await queries.CATALOGUE.all(db)


@router.post(PERMISSIONS, permission=VendorPermission.WRITE_ROLES, status_code=201)
async def create_permissions(
    db: VendorTransaction,
    caller: VendorCaller,
    data: Annotated[list[PermissionCreate], Body(max_length=1000)],
) -> list[PermissionOut]:
    """Create permissions of the vendor's product. 409 `permissions.key_taken`."""
    return await permissions.create_permissions(db, caller, data)


@router.put(f"{PERMISSIONS}/classification", permission=VendorPermission.WRITE_ROLES)
async def classify_permissions(
    db: VendorTransaction, caller: VendorCaller, data: Classification
) -> PermissionOut:
    """Set whether tenants may use these permissions in roles of their own. The response is the first of
    them."""
    return await permissions.classify_permissions(db, caller, data.permission_ids, data.type)


@shared.get(CATEGORIES, permission=VendorPermission.READ_ROLES)
async def list_vendor_categories(db: VendorTransaction) -> list[CategoryOut]:
    """The catalogue by category."""
    held = await queries.CATALOGUE.all(db)
    return [
        to_category_response(category, held) for category in await queries.CATEGORIES_SEEN.all(db)
    ]


@router.post(CATEGORIES, permission=VendorPermission.WRITE_ROLES, status_code=201)
async def create_permission_category(
    db: VendorTransaction, caller: VendorCaller, data: CategoryCreate
) -> CategoryOut:
    """Create a category. 409 `permissions.category_name_taken`."""
    return to_category_response(await permissions.create_category(db, caller, data), [])


@router.patch(f"{CATEGORIES}/{{category_id}}", permission=VendorPermission.WRITE_ROLES)
async def change_permission_category(
    db: VendorTransaction, caller: VendorCaller, category_id: UUID, data: CategoryChange
) -> CategoryOut:
    """Change a category. 404 `permissions.category_not_found`, 409 `permissions.category_name_taken`."""
    category = await permissions.change_category(db, caller, category_id, data)
    return to_category_response(category, await queries.CATALOGUE.all(db))


@router.delete(
    f"{CATEGORIES}/{{category_id}}",
    permission=VendorPermission.WRITE_ROLES,
    response_class=Response,
)
async def delete_permission_category(
    db: VendorTransaction, caller: VendorCaller, category_id: UUID
) -> None:
    """Delete a category. 400 while it contains permissions."""
    await permissions.delete_category(db, caller, category_id)


@router.patch(f"{PERMISSIONS}/{{permission_id}}", permission=VendorPermission.WRITE_ROLES)
async def change_permission(
    db: VendorTransaction, caller: VendorCaller, permission_id: UUID, data: PermissionChange
) -> PermissionOut:
    """Change the given fields of a permission; the key cannot change."""
    return await permissions.change_permission(db, caller, permission_id, data)


@shared.put(f"{PERMISSIONS}/{{permission_id}}/roles", permission=VendorPermission.WRITE_ROLES)
async def set_vendor_roles_of_permission(
    db: VendorTransaction, caller: VendorCaller, permission_id: UUID, data: RolesOfPermission
) -> PermissionOut:
    """Set which of the vendor's roles hold the permission: exactly these."""
    return await permissions.set_permission_roles(db, caller, permission_id, data.role_ids)


@router.delete(
    f"{PERMISSIONS}/{{permission_id}}", permission=VendorPermission.WRITE_ROLES, status_code=204
)
async def delete_permission(
    db: VendorTransaction, caller: VendorCaller, permission_id: UUID
) -> None:
    """Delete a permission, also from every role. 400 for permissions that Gatehouse itself requires."""
    await permissions.delete_permission(db, caller, permission_id)


role_tenant_router = Router(prefix="/identity/resources/roles/v1", tags=["Vendor"])


@role_tenant_router.put(
    "/{role_id}/tenant", permission=VendorPermission.WRITE_ROLES, **without_nulls(RoleOut)
)
async def set_tenant_of_role(
    db: VendorTransaction, caller: VendorCaller, role_id: UUID, data: RoleOwner
) -> Role:
    """Assign a role to one account, or with null to all. 404 `roles.not_found`, `tenants.not_found`; 409
    `roles.in_use` while a member of another account holds it, `roles.key_taken`."""
    return await roles.assign_role_to_tenant(db, caller, role_id, data.tenant_id)
