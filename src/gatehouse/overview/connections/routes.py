"""The health of all tenants' connections, for the vendor's backends and staff."""

from typing import Annotated

from fastapi import Query

from gatehouse.access.replica_reads import VendorLaggingTransaction
from gatehouse.access.router import Router
from gatehouse.access.vendor import VendorPermission
from gatehouse.kit import clock
from gatehouse.overview.connections import queries
from gatehouse.overview.connections.schemas import ConnectionOut, ConnectionsPage, ConnectionsQuery

router = Router(prefix="/vendor/resources/connections/v1", tags=["Vendor"])


@router.get("", permission=VendorPermission.READ_TENANTS, response_model_exclude_none=True)
async def list_connections(
    db: VendorLaggingTransaction, query: Annotated[ConnectionsQuery, Query()]
) -> ConnectionsPage:
    """The single sign-on, directories and webhooks of every account, without secrets."""
    asked = (clock.now(), query.kind, query.state, query.tenant_id)
    page = await queries.PAGE.all(db, *asked, query.offset, query.limit)
    return ConnectionsPage(
        items=[ConnectionOut.model_validate(one) for one in page],
        total=await queries.COUNT.one(db, *asked),
    )
