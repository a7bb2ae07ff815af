"""Audit retention of one account, for the administrators of the installation."""

from fastapi import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import VendorPermission, VendorTransaction
from gatehouse.directory.tenants import read
from gatehouse.directory.tenants.audit_retention import service
from gatehouse.directory.tenants.audit_retention.schemas import AuditRetention
from gatehouse.directory.tenants.schemas import VendorTenantOut
from gatehouse.kit.resources import AllResources
from gatehouse.kit.tenant_ids import TenantId

router = Router(prefix="/tenants/resources/tenants/v1/{tenant_id}", tags=["Vendor"])


# Not for support, which must not be able to shorten the record of its own actions.
@router.put(
    "/audit-retention",
    permission=VendorPermission.WRITE_CONFIGURATION,
    response_model=VendorTenantOut,
    response_model_exclude_none=True,
)
async def change_audit_retention(
    db: VendorTransaction,
    caller: VendorCaller,
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
