"""Audit retention of one account, for the administrators of the installation."""

from typing import Annotated

from fastapi import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.vendor import VendorPermission, VendorPrincipal, VendorTransaction, vendor_may
from gatehouse.directory.tenants import read
from gatehouse.directory.tenants.audit_retention import service
from gatehouse.directory.tenants.audit_retention.schemas import AuditRetention
from gatehouse.directory.tenants.schemas import VendorTenantOut
from gatehouse.kit.resources import AllResources
from gatehouse.kit.router import Router
from gatehouse.kit.tenant_ids import TenantId

# Not for support, which must not be able to shorten the record of its own actions.
CanWrite = Annotated[VendorPrincipal, vendor_may(VendorPermission.WRITE_CONFIGURATION)]

router = Router(prefix="/tenants/resources/tenants/v1/{tenant_id}", tags=["Vendor"])


@router.put("/audit-retention", response_model=VendorTenantOut, response_model_exclude_none=True)
async def change_audit_retention(
    db: VendorTransaction,
    caller: CanWrite,
    client: CurrentClient,
    resources: AllResources,
    tenant_id: TenantId,
    data: AuditRetention,
) -> Response:
    """Keep the account's audit for fewer days than the installation's retention, or with null for as long
    as that. Older entries are deleted irrevocably by whole months, within the hour. 400
    `audits.retention_too_long`."""
    await service.keep_for(db, resources, caller, client, tenant_id, data.days)
    return await read.describe_tenant(db, tenant_id)
