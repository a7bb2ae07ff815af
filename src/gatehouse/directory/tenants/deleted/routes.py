"""Deleted accounts, for the vendor's backends and people."""

from typing import Annotated, Any

from fastapi import Query, Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.replica_reads import VendorLaggingTransaction
from gatehouse.access.vendor import (
    VendorPermission,
    VendorPrincipal,
    VendorRoute,
    VendorTransaction,
    vendor_may,
)
from gatehouse.directory.sub_accounts.deletion.settings import DeletionSettings
from gatehouse.directory.tenants import read
from gatehouse.directory.tenants.deleted import service
from gatehouse.directory.tenants.deleted.schemas import (
    DeletedTenantsPage,
    DeletedTenantsQuery,
    DeletionOutlook,
)
from gatehouse.directory.tenants.schemas import VendorTenantOut
from gatehouse.kit.resources import resource
from gatehouse.kit.router import Router
from gatehouse.kit.tenant_ids import TenantId

CanRead = Annotated[VendorPrincipal, vendor_may(VendorPermission.READ_TENANTS)]
CanWrite = Annotated[VendorPrincipal, vendor_may(VendorPermission.WRITE_TENANTS)]
Settings = Annotated[DeletionSettings, resource(DeletionSettings)]

ONE = "/tenants/resources/tenants/v1/{tenant_id}"
SHOWS: dict[str, Any] = {"response_model": VendorTenantOut, "response_model_exclude_none": True}

router = Router(tags=["Vendor"], route_class=VendorRoute)


@router.get(
    "/tenants/resources/deleted-tenants/v1",
    response_model=DeletedTenantsPage,
    response_model_exclude_none=True,
)
async def list_deleted_tenants(
    db: VendorLaggingTransaction, caller: CanRead, query: Annotated[DeletedTenantsQuery, Query()]
) -> Response:
    """A page of the accounts that are deleted and not erased yet, the last deleted first. Those that went
    with one above are counted there. `_offset` counts rows."""
    return await service.search_deleted_tenants(db, query)


@router.get(f"{ONE}/deletion")
async def look_at_deletion(
    db: VendorTransaction, caller: CanRead, settings: Settings, tenant_id: TenantId
) -> DeletionOutlook:
    """What deleting the account now would mean: until when it can be restored, and what goes with it."""
    return await service.preview_deletion(db, tenant_id, settings.grace)


@router.post(f"{ONE}/restore", **SHOWS)
async def restore_tenant(
    db: VendorTransaction, caller: CanWrite, client: CurrentClient, tenant_id: TenantId
) -> Response:
    """Take a deletion back, with every account below that went with it. All is as it was: a suspended account
    is suspended, and the alias is back unless another account has it; licenses and subscriptions ended with
    the deletion and stay so, as do sessions. No body. 409 `tenants.not_deleted`,
    `tenants.being_erased`, `tenants.erased`, `tenants.deleted_with_another`, `tenants.parent_deleted`."""
    await service.restore_deleted_tenant(db, caller, client, tenant_id)
    return await read.describe_tenant(db, tenant_id)


@router.post(f"{ONE}/erase", status_code=202)
async def erase_tenant(
    db: VendorTransaction, caller: CanWrite, client: CurrentClient, tenant_id: TenantId
) -> Response:
    """Erase a deleted account now, with those that went with it; there is no way back. `tenant.erased` in its
    audit says when that is done. No body. 409 `tenants.not_deleted`, `tenants.being_erased`,
    `tenants.erased`, `tenants.deleted_with_another`."""
    await service.erase_deleted_tenant(db, caller, client, tenant_id)
    return Response(status_code=202)
