"""Export of a tenant as a file, for the vendor's backends and staff."""

from typing import Annotated

from fastapi import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import VendorPermission, VendorTransaction
from gatehouse.exports.files import FILE, as_file
from gatehouse.exports.tenants import service
from gatehouse.kit.db import Database
from gatehouse.kit.resources import resource
from gatehouse.kit.tenant_ids import TenantId

router = Router(prefix="/tenants/resources/tenants/v1/{tenant_id}", tags=["Vendor"])


@router.get("/export", permission=VendorPermission.READ_TENANTS, **FILE)
async def export_tenant(
    db: VendorTransaction,
    database: Annotated[Database, resource(Database)],
    caller: VendorCaller,
    client: CurrentClient,
    tenant_id: TenantId,
) -> Response:
    """A line of JSON for each row of the account and of its users, without secrets; also of a deleted account
    until it is erased. Needs `vendor.read.users` too; what the account has paid is included with
    `vendor.see.bills`, its audit with `vendor.read.audits`, what was sent of events with
    `vendor.read.events`, its licenses with `vendor.read.licenses`, its entitlements with
    `vendor.read.entitlements`. 409 `tenants.too_much_to_export` beyond 50,000 rows, `tenants.being_erased`,
    `tenants.erased`."""
    lines = await service.export_tenant(db, database, caller, client, tenant_id)
    return as_file(lines, f"tenant-{tenant_id}")
