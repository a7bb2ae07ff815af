"""The health of a tenant's single sign-on and directories, for the vendor's backends and staff."""

from typing import Annotated

from gatehouse.access.vendor import VendorPermission, VendorPrincipal, VendorTransaction, vendor_may
from gatehouse.directory.tenants.service import get_tenant
from gatehouse.kit.router import Router
from gatehouse.kit.tenant_ids import TenantId
from gatehouse.overview.tenant_connections import queries
from gatehouse.overview.tenant_connections.schemas import (
    TenantConnections,
    TenantDirectoryOut,
    TenantSsoOut,
)

CanRead = Annotated[VendorPrincipal, vendor_may(VendorPermission.READ_TENANTS)]

router = Router(prefix="/tenants/resources/tenants/v1/{tenant_id}", tags=["Vendor"])


@router.get("/connections", response_model_exclude_none=True)
async def get_connections_of_tenant(
    db: VendorTransaction, caller: CanRead, tenant_id: TenantId
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
