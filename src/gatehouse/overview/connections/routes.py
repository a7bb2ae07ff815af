"""The health of all tenants' connections, for the vendor's backends and staff."""

from typing import Annotated

from fastapi import Query

from gatehouse.access.replica_reads import VendorLaggingTransaction
from gatehouse.access.vendor import VendorPermission, VendorPrincipal, vendor_may
from gatehouse.kit import clock
from gatehouse.kit.router import Router
from gatehouse.overview.connections import queries
from gatehouse.overview.connections.schemas import ConnectionOut, ConnectionsPage, ConnectionsQuery

CanRead = Annotated[VendorPrincipal, vendor_may(VendorPermission.READ_TENANTS)]

router = Router(prefix="/vendor/resources/connections/v1", tags=["Vendor"])


@router.get("", response_model_exclude_none=True)
async def list_connections(
    db: VendorLaggingTransaction, caller: CanRead, query: Annotated[ConnectionsQuery, Query()]
) -> ConnectionsPage:
    """The single sign-on, directories and webhooks of every account, without secrets."""
    asked = (clock.now(), query.kind, query.state, query.tenant_id)
    page = await queries.PAGE.all(db, *asked, query.offset, query.limit)
    return ConnectionsPage(
        items=[ConnectionOut.model_validate(one) for one in page],
        total=await queries.COUNT.one(db, *asked),
    )
