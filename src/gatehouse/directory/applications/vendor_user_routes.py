"""`/identity/resources/applications` for the vendor's backends; tenants' administrators call the same
paths."""

from typing import Annotated
from uuid import UUID

from fastapi import Header
from fastapi.responses import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    SharedRoute,
    VendorPermission,
    VendorRoute,
    VendorTransaction,
    protect_staff,
)
from gatehouse.audit.actors import by_vendor
from gatehouse.directory.applications import active, service
from gatehouse.directory.applications import vendor_queries as queries
from gatehouse.directory.applications.schemas import (
    ActiveTenantsChange,
    ActiveTenantsOfApps,
    AppsOfUserChange,
    UserOfApp,
    UsersOfAppChange,
    UsersOfTenant,
)
from gatehouse.kit.tenant_ids import HeaderTenantId
from gatehouse.vendor.current import CurrentConfiguration

OfTenant = Annotated[HeaderTenantId | None, Header(alias="frontegg-tenant-id")]
OfUser = Annotated[UUID, Header(alias="frontegg-user-id")]

PEOPLE = "/identity/resources/applications/v1"
ACTIVE = "/identity/resources/applications/user-tenants/active/v1"

named = Router(tags=["Vendor"], route_class=VendorRoute)
shared = Router(tags=["Vendor"], route_class=SharedRoute, include_in_schema=False)


@shared.post(PEOPLE, permission=VendorPermission.WRITE_USERS, status_code=201)
async def assign_users_by_vendor(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient, data: UsersOfAppChange
) -> list[UserOfApp]:
    await protect_staff(db, caller, *data.user_ids)
    by = by_vendor(caller, client)
    made = await service.assign_users(db, data.tenant_id, data.user_ids, [data.app_id], by=by)
    return [UserOfApp.of(one) for one in made]


@named.post(f"{PEOPLE}/{{app_id}}/users", permission=VendorPermission.WRITE_USERS, status_code=201)
async def assign_users_of_tenant_by_vendor(
    db: VendorTransaction,
    caller: VendorCaller,
    client: CurrentClient,
    app_id: UUID,
    data: UsersOfTenant,
) -> list[UserOfApp]:
    """Assign users of an account to an application, as `POST /identity/resources/applications/v1` does."""
    await protect_staff(db, caller, *data.user_ids)
    by = by_vendor(caller, client)
    made = await service.assign_users(db, data.tenant_id, data.user_ids, [app_id], by=by)
    return [UserOfApp.of(one) for one in made]


@shared.delete(PEOPLE, permission=VendorPermission.WRITE_USERS)
async def unassign_users_by_vendor(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient, data: UsersOfAppChange
) -> Response:
    await protect_staff(db, caller, *data.user_ids)
    by = by_vendor(caller, client)
    await service.unassign_users(db, data.tenant_id, data.user_ids, [data.app_id], by=by)
    return Response()


@shared.post(f"{PEOPLE}/apps-user", permission=VendorPermission.WRITE_USERS, status_code=201)
async def assign_applications_by_vendor(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient, data: AppsOfUserChange
) -> Response:
    await protect_staff(db, caller, data.user_id)
    by = by_vendor(caller, client)
    await service.assign_users(db, data.tenant_id, [data.user_id], data.app_ids, by=by)
    return Response(status_code=201)


@shared.delete(f"{PEOPLE}/user-apps", permission=VendorPermission.WRITE_USERS)
async def unassign_applications_by_vendor(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient, data: AppsOfUserChange
) -> Response:
    await protect_staff(db, caller, data.user_id)
    by = by_vendor(caller, client)
    await service.unassign_users(db, data.tenant_id, [data.user_id], data.app_ids, by=by)
    return Response()


@shared.get(f"{PEOPLE}/{{user_id}}/apps", permission=VendorPermission.READ_USERS)
async def list_applications_of_anybody(
    db: VendorTransaction, user_id: UUID, tenant_id: OfTenant = None
) -> list[UUID]:
    """The applications that a user is assigned to, in all of their tenants or the one of
    `frontegg-tenant-id`."""
    return await queries.APPLICATIONS_OF.all(db, user_id, tenant_id)


@shared.get(f"{PEOPLE}/{{app_id}}/users", permission=VendorPermission.READ_USERS)
async def list_users_everywhere(
    db: VendorTransaction, app_id: UUID, tenant_id: OfTenant = None
) -> list[UUID]:
    """The users assigned to an application, in all tenants or the one of `frontegg-tenant-id`; the first
    10,000."""
    return await queries.USERS_OF.all(db, app_id, tenant_id)


@shared.get(ACTIVE, permission=VendorPermission.READ_USERS)
async def get_active_tenants_of_user(db: VendorTransaction, user_id: OfUser) -> ActiveTenantsOfApps:
    return await active.read_active_applications(db, user_id)


@shared.put(ACTIVE, permission=VendorPermission.WRITE_USERS)
async def choose_active_tenants_of_user(
    db: VendorTransaction,
    caller: VendorCaller,
    client: CurrentClient,
    configuration: CurrentConfiguration,
    user_id: OfUser,
    data: ActiveTenantsChange,
) -> Response:
    await protect_staff(db, caller, user_id)
    by = by_vendor(caller, client)
    await active.choose_active_applications(
        db, configuration, user_id, data.active_application_tenants, by=by
    )
    return Response()
