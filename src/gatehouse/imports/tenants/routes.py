"""Import of tenants, for the vendor's backends ("Account Migration")."""

from typing import Annotated
from uuid import UUID

from gatehouse.access.client import CurrentClient
from gatehouse.access.vendor import (
    VendorPermission,
    VendorPrincipal,
    VendorRoute,
    VendorTransaction,
    vendor_may,
)
from gatehouse.imports.tenants import service
from gatehouse.imports.tenants.schemas import TenantMigration, TenantMigrationBegun
from gatehouse.kit.resources import AllResources
from gatehouse.kit.router import Router
from gatehouse.tasks import service as tasks
from gatehouse.tasks.schemas import TaskOut, to_task_response

CanRead = Annotated[VendorPrincipal, vendor_may(VendorPermission.READ_TENANTS)]
CanWrite = Annotated[VendorPrincipal, vendor_may(VendorPermission.WRITE_TENANTS)]

MIGRATIONS = "/tenants/resources/migrations/v1/tenants"

router = Router(tags=["Vendor"], route_class=VendorRoute)


@router.post(MIGRATIONS, status_code=202)
async def migrate_tenants(
    db: VendorTransaction,
    resources: AllResources,
    caller: CanWrite,
    client: CurrentClient,
    data: TenantMigration,
) -> TenantMigrationBegun:
    """Make up to a thousand accounts, in this order, soon; `status` says which could not be, and why."""
    migration_id = await service.begin_tenant_import(db, resources, caller, client, data.tenants)
    return TenantMigrationBegun(migration_id=migration_id)


@router.get(f"{MIGRATIONS}/status/{{migration_id}}", response_model_exclude_none=True)
async def get_tenant_migration_status(
    db: VendorTransaction, caller: CanRead, migration_id: UUID
) -> TaskOut:
    """How far it has come; kept for 30 days."""
    return to_task_response(await tasks.find_task(db, "tenants", migration_id))
