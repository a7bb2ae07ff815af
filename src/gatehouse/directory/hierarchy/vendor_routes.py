"""The tree of accounts, for the vendor's backends (wire-api §16.8)."""

from fastapi import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    VendorPermission,
    VendorRoute,
    VendorTransaction,
)
from gatehouse.directory.hierarchy import service
from gatehouse.directory.hierarchy.schemas import PlaceInTree

router = Router(prefix="/tenants/resources/hierarchy/v1", tags=["Vendor"], route_class=VendorRoute)


@router.post("", permission=VendorPermission.WRITE_TENANTS, status_code=201)
async def put_tenant_below(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient, data: PlaceInTree
) -> Response:
    """Move an account, with all accounts below it, below another one; access that users had inherited from
    its previous parents ends. 404 `tenants.not_found`; 409 `hierarchy.cycle`, `sub_accounts.too_deep`,
    `hierarchy.moved`."""
    await service.put_below(db, caller, client, data.parent_tenant_id, data.child_tenant_id)
    return Response(status_code=201)


@router.delete("", permission=VendorPermission.WRITE_TENANTS)
async def take_tenant_out(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient, data: PlaceInTree
) -> Response:
    """Detach an account, with all accounts below it, from its parent (the body is sent with the DELETE).
    404 `tenants.not_found`, `hierarchy.not_below`; 409 `hierarchy.moved`."""
    await service.take_out(db, caller, client, data.parent_tenant_id, data.child_tenant_id)
    return Response()
