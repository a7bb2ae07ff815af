"""Applications of tenants and of users, for the vendor's backends; tenants' administrators call the same
paths."""

from typing import Annotated
from uuid import UUID

from fastapi import Depends, Header, Response
from fastapi import Query as Parameter

from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import SharedRoute, VendorRoute, VendorTransaction, protect_staff
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.directory.applications import queries, schemas, service
from gatehouse.kit.tenant_ids import HeaderTenantId, TenantId, inner_id
from gatehouse.vendor.applications import AccessType
from gatehouse.vendor.current import CurrentConfiguration

OfTenant = Annotated[HeaderTenantId | None, Header(alias="frontegg-tenant-id")]
AppIds = Annotated[schemas.Ids, Parameter(alias="appIds")]
TenantIds = Annotated[schemas.Ids, Parameter(alias="tenantIds")]
WantedType = Annotated[AccessType | None, Parameter(alias="accessType")]

PATH = "/applications/resources/applications/tenant-assignments"

shared = Router(prefix=PATH, tags=["Vendor"], route_class=SharedRoute, include_in_schema=False)
router = Router(prefix=PATH, tags=["Vendor"], route_class=VendorRoute)


async def _list_assignments(
    db: VendorTransaction,
    app_ids: AppIds = "",
    tenant_ids: TenantIds = "",
    access_type: WantedType = None,
    tenant_id: OfTenant = None,
) -> list[schemas.TenantAppAssignments]:
    """Applications assigned to tenants; the first 10,000, of one tenant with `frontegg-tenant-id`."""
    apps = schemas.parse_ids("appIds", app_ids)
    tenants = [tenant_id] if tenant_id else schemas.parse_ids("tenantIds", tenant_ids, inner_id)
    rows = await queries.LIST.all(db, apps or None, tenants or None, access_type)
    return service.group_assignments_by_tenant(rows)


Assignments = Annotated[list[schemas.TenantAppAssignments], Depends(_list_assignments)]


@shared.get("/v1", permission=VendorPermission.READ_APPLICATIONS)
async def list_app_ids_of_tenants(found: Assignments) -> list[schemas.TenantAppIds]:
    """Ids of the applications assigned to tenants; the first 10,000, of one tenant with
    `frontegg-tenant-id`."""
    return service.to_tenant_app_ids(found)


@shared.get("/v2", permission=VendorPermission.READ_APPLICATIONS)
async def list_app_assignments_of_tenants(found: Assignments) -> list[schemas.TenantAppAssignments]:
    """Applications assigned to tenants, with their access type; the first 10,000, of one tenant with
    `frontegg-tenant-id`."""
    return found


@router.get("/v1/{app_id}", permission=VendorPermission.READ_APPLICATIONS)
async def list_tenants_of_application(db: VendorTransaction, app_id: UUID) -> schemas.TenantsOfApp:
    """The tenants that the application is assigned to; the first 10,000."""
    return schemas.TenantsOfApp(tenant_ids=await service.list_tenant_ids_of_application(db, app_id))


@router.post("/v1/{app_id}", permission=VendorPermission.WRITE_APPLICATIONS, status_code=201)
async def give_tenant_application(
    db: VendorTransaction, caller: VendorCaller, app_id: UUID, data: schemas.TenantAssignmentCreate
) -> schemas.TenantAppIds:
    """Assign an application to a tenant. With `MANAGED_ACCESS` assigned users may use it there, with
    `FREE_ACCESS` all members. The response has all applications assigned to the tenant. 400
    `applications.default_is_free`; 404 `tenants.not_found`."""
    by = caller.actor
    return await service.assign_application_to_tenant(
        db, app_id, data.tenant_id, data.access_type, by=by
    )


@router.put("/v1/{app_id}/{tenant_id}", permission=VendorPermission.WRITE_APPLICATIONS)
async def change_tenant_application(
    db: VendorTransaction,
    caller: VendorCaller,
    app_id: UUID,
    tenant_id: TenantId,
    data: schemas.TenantAssignmentChange,
) -> Response:
    """Change the access type of an assigned application. 404 `applications.not_assigned` for a tenant that
    it is not assigned to."""
    by = caller.actor
    await service.change_access_type(db, app_id, tenant_id, data.access_type, by=by)
    return Response()


@router.delete("/v1/{app_id}/{tenant_id}", permission=VendorPermission.WRITE_APPLICATIONS)
async def take_tenant_application(
    db: VendorTransaction, caller: VendorCaller, app_id: UUID, tenant_id: TenantId
) -> Response:
    """Remove an application from a tenant. The application's own access type applies there again: with
    `FREE_ACCESS` all members may still use it, with `MANAGED_ACCESS` none may; the assignments of users
    there are deleted."""
    await service.unassign_application_from_tenant(db, app_id, tenant_id, by=caller.actor)
    return Response()


OfUser = Annotated[UUID, Header(alias="frontegg-user-id")]

PEOPLE = "/identity/resources/applications/v1"
ACTIVE = "/identity/resources/applications/user-tenants/active/v1"

named = Router(tags=["Vendor"], route_class=VendorRoute)
shared_users = Router(tags=["Vendor"], route_class=SharedRoute, include_in_schema=False)


@shared_users.post(PEOPLE, permission=VendorPermission.WRITE_USERS, status_code=201)
async def assign_users_by_vendor(
    db: VendorTransaction, caller: VendorCaller, data: schemas.UsersOfAppChange
) -> list[schemas.UserOfApp]:
    await protect_staff(db, caller, *data.user_ids)
    by = caller.actor
    return await service.assign_users(db, data.tenant_id, data.user_ids, [data.app_id], by=by)


@named.post(f"{PEOPLE}/{{app_id}}/users", permission=VendorPermission.WRITE_USERS, status_code=201)
async def assign_users_of_tenant_by_vendor(
    db: VendorTransaction, caller: VendorCaller, app_id: UUID, data: schemas.UsersOfTenant
) -> list[schemas.UserOfApp]:
    """Assign users of an account to an application, as `POST /identity/resources/applications/v1` does."""
    await protect_staff(db, caller, *data.user_ids)
    by = caller.actor
    return await service.assign_users(db, data.tenant_id, data.user_ids, [app_id], by=by)


@shared_users.delete(PEOPLE, permission=VendorPermission.WRITE_USERS)
async def unassign_users_by_vendor(
    db: VendorTransaction, caller: VendorCaller, data: schemas.UsersOfAppChange
) -> Response:
    await protect_staff(db, caller, *data.user_ids)
    by = caller.actor
    await service.unassign_users(db, data.tenant_id, data.user_ids, [data.app_id], by=by)
    return Response()


@shared_users.post(f"{PEOPLE}/apps-user", permission=VendorPermission.WRITE_USERS, status_code=201)
async def assign_applications_by_vendor(
    db: VendorTransaction, caller: VendorCaller, data: schemas.AppsOfUserChange
) -> Response:
    await protect_staff(db, caller, data.user_id)
    by = caller.actor
    await service.assign_users(db, data.tenant_id, [data.user_id], data.app_ids, by=by)
    return Response(status_code=201)


@shared_users.delete(f"{PEOPLE}/user-apps", permission=VendorPermission.WRITE_USERS)
async def unassign_applications_by_vendor(
    db: VendorTransaction, caller: VendorCaller, data: schemas.AppsOfUserChange
) -> Response:
    await protect_staff(db, caller, data.user_id)
    by = caller.actor
    await service.unassign_users(db, data.tenant_id, [data.user_id], data.app_ids, by=by)
    return Response()


@shared_users.get(f"{PEOPLE}/{{user_id}}/apps", permission=VendorPermission.READ_USERS)
async def list_applications_of_anybody(
    db: VendorTransaction, user_id: UUID, tenant_id: OfTenant = None
) -> list[UUID]:
    """The applications that a user is assigned to, in all of their tenants or the one of
    `frontegg-tenant-id`."""
    return await queries.APPLICATIONS_OF.all(db, user_id, tenant_id)


@shared_users.get(f"{PEOPLE}/{{app_id}}/users", permission=VendorPermission.READ_USERS)
async def list_users_everywhere(
    db: VendorTransaction, app_id: UUID, tenant_id: OfTenant = None
) -> list[UUID]:
    """The users assigned to an application, in all tenants or the one of `frontegg-tenant-id`; the first
    10,000."""
    return await queries.USERS_OF.all(db, app_id, tenant_id)


@shared_users.get(ACTIVE, permission=VendorPermission.READ_USERS)
async def get_active_tenants_of_user(
    db: VendorTransaction, user_id: OfUser
) -> schemas.ActiveTenantsOfApps:
    return await service.read_active_tenants(db, user_id)


@shared_users.put(ACTIVE, permission=VendorPermission.WRITE_USERS)
async def choose_active_tenants_of_user(
    db: VendorTransaction,
    caller: VendorCaller,
    configuration: CurrentConfiguration,
    user_id: OfUser,
    data: schemas.ActiveTenantsChange,
) -> Response:
    await protect_staff(db, caller, user_id)
    by = caller.actor
    await service.save_active_tenants(
        db, configuration, user_id, data.active_application_tenants, by=by
    )
    return Response()
