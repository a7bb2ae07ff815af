"""Import of tenants, for the vendor's backends ("Account Migration")."""

from uuid import UUID

from gatehouse.access.client import CurrentClient
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    VendorPermission,
    VendorRoute,
    VendorTransaction,
)
from gatehouse.imports.tenants import service
from gatehouse.imports.tenants.schemas import TenantMigration, TenantMigrationBegun
from gatehouse.kit.resources import AllResources
from gatehouse.tasks import service as tasks
from gatehouse.tasks.service import TaskOut, to_task_response

MIGRATIONS = "/tenants/resources/migrations/v1/tenants"

router = Router(tags=["Vendor"], route_class=VendorRoute)


@router.post(MIGRATIONS, permission=VendorPermission.WRITE_TENANTS, status_code=202)
async def migrate_tenants(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    client: CurrentClient,
    data: TenantMigration,
) -> TenantMigrationBegun:
    """Make up to a thousand accounts, in this order, soon; `status` says which could not be, and why."""
    migration_id = await service.begin_tenant_import(db, resources, caller, client, data.tenants)
    return TenantMigrationBegun(migration_id=migration_id)


@router.get(
    f"{MIGRATIONS}/status/{{migration_id}}",
    permission=VendorPermission.READ_TENANTS,
    response_model_exclude_none=True,
)
async def get_tenant_migration_status(db: VendorTransaction, migration_id: UUID) -> TaskOut:
    """How far it has come; kept for 30 days."""
    return to_task_response(await tasks.find_task(db, "tenants", migration_id))
