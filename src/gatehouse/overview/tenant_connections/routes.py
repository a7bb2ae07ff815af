"""The health of a tenant's single sign-on and directories, for the vendor's backends and staff."""

from gatehouse.access.router import Router
from gatehouse.access.vendor import VendorPermission, VendorTransaction
from gatehouse.directory.tenants.service import get_tenant
from gatehouse.kit.tenant_ids import TenantId
from gatehouse.overview.tenant_connections import queries
from gatehouse.overview.tenant_connections.schemas import (
    TenantConnections,
    TenantDirectoryOut,
    TenantSsoOut,
)

router = Router(prefix="/tenants/resources/tenants/v1/{tenant_id}", tags=["Vendor"])


@router.get(
    "/connections", permission=VendorPermission.READ_TENANTS, response_model_exclude_none=True
)
async def get_connections_of_tenant(
    db: VendorTransaction, tenant_id: TenantId
) -> TenantConnections:
    """Its single sign-on and its directories, without secrets. 404 `tenants.not_found`."""
    tenant = await get_tenant(db, tenant_id)
    return TenantConnections(
        sso=[TenantSsoOut.model_validate(one) for one in await queries.SSO.all(db, tenant.id)],
        directories=[
            TenantDirectoryOut.model_validate(one)
            for one in await queries.DIRECTORIES.all(db, tenant.id)
        ],
    )
