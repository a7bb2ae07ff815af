"""The vendor's overview: counts, development over time, and the state of connections."""

from typing import Annotated

from fastapi import Query

from gatehouse.access.replica_reads import VendorLaggingTransaction
from gatehouse.access.router import Router
from gatehouse.access.vendor import VendorTransaction
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.directory.tenants.service import get_tenant
from gatehouse.kit import clock
from gatehouse.kit.tenant_ids import TenantId
from gatehouse.overview import connection_queries, schemas, service
from gatehouse.overview.over_time import read_licenses_over_time, read_revenue_over_time

router = Router(prefix="/vendor/resources/overview/v1", tags=["Vendor"])


@router.get("", permission=VendorPermission.READ_TENANTS)
async def get_overview(db: VendorLaggingTransaction) -> schemas.OverviewOut:
    """Tenants, users and licenses, recent sign-ins, and payments."""
    return await service.read_overview(db)


@router.get("/licenses", permission=VendorPermission.READ_LICENSES)
async def get_licenses_over_time(db: VendorLaggingTransaction) -> schemas.LicensesOverTimeOut:
    """How many licenses ran at the end of each month: bought, trials, issued by the vendor."""
    return await read_licenses_over_time(db)


@router.get("/revenue", permission=VendorPermission.READ_LICENSES)
async def get_revenue_over_time(db: VendorLaggingTransaction) -> schemas.RevenueOverTimeOut:
    """What is paid for subscriptions by month and currency, to both payment providers."""
    return await read_revenue_over_time(db)


connections_router = Router(prefix="/vendor/resources/connections/v1", tags=["Vendor"])


@connections_router.get(
    "", permission=VendorPermission.READ_TENANTS, response_model_exclude_none=True
)
async def list_connections(
    db: VendorLaggingTransaction, query: Annotated[schemas.ConnectionsQuery, Query()]
) -> schemas.ConnectionsPage:
    """The single sign-on, directories and webhooks of every account, without secrets."""
    asked = (clock.now(), query.kind, query.state, query.tenant_id)
    return schemas.ConnectionsPage(
        items=await connection_queries.CONNECTIONS.all(db, *asked, query.offset, query.limit),
        total=await connection_queries.COUNT_CONNECTIONS.one(db, *asked),
    )


tenant_connections_router = Router(
    prefix="/tenants/resources/tenants/v1/{tenant_id}", tags=["Vendor"]
)


@tenant_connections_router.get(
    "/connections", permission=VendorPermission.READ_TENANTS, response_model_exclude_none=True
)
async def get_connections_of_tenant(
    db: VendorTransaction, tenant_id: TenantId
) -> schemas.TenantConnections:
    """Its single sign-on and its directories, without secrets. 404 `tenants.not_found`."""
    tenant = await get_tenant(db, tenant_id)
    return schemas.TenantConnections(
        sso=await connection_queries.SSO.all(db, tenant.id),
        directories=await connection_queries.DIRECTORIES.all(db, tenant.id),
    )
