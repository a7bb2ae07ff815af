"""`/applications/resources/applications/tenant-assignments`, for the vendor's backends."""

from typing import Annotated
from uuid import UUID

from fastapi import Header
from fastapi import Query as Parameter
from fastapi.responses import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    SharedRoute,
    VendorPermission,
    VendorRoute,
    VendorTransaction,
)
from gatehouse.audit.actors import by_vendor
from gatehouse.directory.applications import queries, service
from gatehouse.directory.applications.ids import ids_of
from gatehouse.directory.applications.schemas import (
    Ids,
    TenantAppAssignments,
    TenantAppIds,
    TenantAssignmentChange,
    TenantAssignmentCreate,
    TenantsOfApp,
)
from gatehouse.kit.db import Db
from gatehouse.kit.tenant_ids import HeaderTenantId, TenantId, inner_id
from gatehouse.vendor.applications import AccessType

OfTenant = Annotated[HeaderTenantId | None, Header(alias="frontegg-tenant-id")]
AppIds = Annotated[Ids, Parameter(alias="appIds")]
TenantIds = Annotated[Ids, Parameter(alias="tenantIds")]
WantedType = Annotated[AccessType | None, Parameter(alias="accessType")]

PATH = "/applications/resources/applications/tenant-assignments"

shared = Router(prefix=PATH, tags=["Vendor"], route_class=SharedRoute, include_in_schema=False)
router = Router(prefix=PATH, tags=["Vendor"], route_class=VendorRoute)


@shared.get("/v1", permission=VendorPermission.READ_APPLICATIONS)
async def list_app_ids_of_tenants(
    db: VendorTransaction,
    app_ids: AppIds = "",
    tenant_ids: TenantIds = "",
    access_type: WantedType = None,
    tenant_id: OfTenant = None,
) -> list[TenantAppIds]:
    """Ids of the applications assigned to tenants; the first 10,000, of one tenant with
    `frontegg-tenant-id`."""
    return service.only_ids(
        await _list_assignments(db, app_ids, tenant_ids, access_type, tenant_id)
    )


@shared.get("/v2", permission=VendorPermission.READ_APPLICATIONS)
async def list_app_assignments_of_tenants(
    db: VendorTransaction,
    app_ids: AppIds = "",
    tenant_ids: TenantIds = "",
    access_type: WantedType = None,
    tenant_id: OfTenant = None,
) -> list[TenantAppAssignments]:
    """Applications assigned to tenants, with their access type; the first 10,000, of one tenant with
    `frontegg-tenant-id`."""
    return await _list_assignments(db, app_ids, tenant_ids, access_type, tenant_id)


async def _list_assignments(
    db: Db, app_ids: str, tenant_ids: str, access_type: AccessType | None, tenant_id: UUID | None
) -> list[TenantAppAssignments]:
    apps = ids_of("appIds", app_ids)
    tenants = [tenant_id] if tenant_id else ids_of("tenantIds", tenant_ids, inner_id)
    rows = await queries.LIST.all(db, apps or None, tenants or None, access_type)
    return service.by_tenant(rows)


@router.get("/v1/{app_id}", permission=VendorPermission.READ_APPLICATIONS)
async def list_tenants_of_application(db: VendorTransaction, app_id: UUID) -> TenantsOfApp:
    """The tenants that the application is assigned to; the first 10,000."""
    return TenantsOfApp(tenant_ids=await service.tenants_of(db, app_id))


@router.post("/v1/{app_id}", permission=VendorPermission.WRITE_APPLICATIONS, status_code=201)
async def give_tenant_application(
    db: VendorTransaction,
    caller: VendorCaller,
    client: CurrentClient,
    app_id: UUID,
    data: TenantAssignmentCreate,
) -> TenantAppIds:
    """Assign an application to a tenant. With `MANAGED_ACCESS` assigned users may use it there, with
    `FREE_ACCESS` all members. The response has all applications assigned to the tenant. 400
    `applications.default_is_free`; 404 `tenants.not_found`."""
    by = by_vendor(caller, client)
    return await service.assign_application_to_tenant(
        db, app_id, data.tenant_id, data.access_type, by=by
    )


@router.put("/v1/{app_id}/{tenant_id}", permission=VendorPermission.WRITE_APPLICATIONS)
async def change_tenant_application(
    db: VendorTransaction,
    caller: VendorCaller,
    client: CurrentClient,
    app_id: UUID,
    tenant_id: TenantId,
    data: TenantAssignmentChange,
) -> Response:
    """Change the access type of an assigned application. 404 `applications.not_assigned` for a tenant that
    it is not assigned to."""
    by = by_vendor(caller, client)
    await service.change_access_type(db, app_id, tenant_id, data.access_type, by=by)
    return Response()


@router.delete("/v1/{app_id}/{tenant_id}", permission=VendorPermission.WRITE_APPLICATIONS)
async def take_tenant_application(
    db: VendorTransaction,
    caller: VendorCaller,
    client: CurrentClient,
    app_id: UUID,
    tenant_id: TenantId,
) -> Response:
    """Remove an application from a tenant. The application's own access type applies there again: with
    `FREE_ACCESS` all members may still use it, with `MANAGED_ACCESS` none may; the assignments of users
    there are deleted."""
    await service.unassign_application_from_tenant(
        db, app_id, tenant_id, by=by_vendor(caller, client)
    )
    return Response()
