"""Deleted accounts, for the vendor's backends and staff."""

from typing import Annotated, Any

from fastapi import Query, Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.replica_reads import VendorLaggingTransaction
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    VendorPermission,
    VendorRoute,
    VendorTransaction,
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
from gatehouse.kit.tenant_ids import TenantId

Settings = Annotated[DeletionSettings, resource(DeletionSettings)]

ONE = "/tenants/resources/tenants/v1/{tenant_id}"
SHOWS: dict[str, Any] = {"response_model": VendorTenantOut, "response_model_exclude_none": True}

router = Router(tags=["Vendor"], route_class=VendorRoute)


@router.get(
    "/tenants/resources/deleted-tenants/v1",
    permission=VendorPermission.READ_TENANTS,
    response_model=DeletedTenantsPage,
    response_model_exclude_none=True,
)
async def list_deleted_tenants(
    db: VendorLaggingTransaction, query: Annotated[DeletedTenantsQuery, Query()]
) -> Response:
    """A page of the accounts that are deleted and not erased yet, the last deleted first. Accounts deleted
    with one above are counted there. `_offset` counts rows."""
    return await service.search_deleted_tenants(db, query)


@router.get(f"{ONE}/deletion", permission=VendorPermission.READ_TENANTS)
async def look_at_deletion(
    db: VendorTransaction, settings: Settings, tenant_id: TenantId
) -> DeletionOutlook:
    """What deleting the account now would mean: until when it could be restored, and what would be deleted
    with it."""
    return await service.preview_deletion(db, tenant_id, settings.grace)


@router.post(f"{ONE}/restore", permission=VendorPermission.WRITE_TENANTS, **SHOWS)
async def restore_tenant(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient, tenant_id: TenantId
) -> Response:
    """Restore a deleted account, with every account below that was deleted with it. All is as before: a
    suspended account is suspended, and the alias is restored unless another account has it; licenses and
    subscriptions ended with the deletion and stay ended, as do sessions. No body. 409
    `tenants.not_deleted`, `tenants.being_erased`, `tenants.erased`, `tenants.deleted_with_another`,
    `tenants.parent_deleted`."""
    await service.restore_deleted_tenant(db, caller, client, tenant_id)
    return await read.describe_tenant(db, tenant_id)


@router.post(f"{ONE}/erase", permission=VendorPermission.WRITE_TENANTS, status_code=202)
async def erase_tenant(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient, tenant_id: TenantId
) -> Response:
    """Erase a deleted account now, with those that were deleted with it; this cannot be undone.
    `tenant.erased` in its audit records the completion. No body. 409 `tenants.not_deleted`,
    `tenants.being_erased`, `tenants.erased`, `tenants.deleted_with_another`."""
    await service.erase_deleted_tenant(db, caller, client, tenant_id)
    return Response(status_code=202)
