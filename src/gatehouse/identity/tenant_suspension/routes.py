"""Suspension of accounts, for the vendor's backends and staff."""

from typing import Any

from fastapi import Response

from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import VendorRoute, VendorTransaction
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.audit.actors import VendorActor
from gatehouse.directory.tenants import vendor_service
from gatehouse.directory.tenants.schemas import VendorTenantOut
from gatehouse.identity.tenant_suspension import service
from gatehouse.kit.schemas import Wire
from gatehouse.kit.tenant_ids import TenantId


class TenantSessionsEnded(Wire):
    """`ended`: how many ended at once; beyond 500 the rest follow within moments."""

    ended: int


SHOWS: dict[str, Any] = {"response_model": VendorTenantOut, "response_model_exclude_none": True}

router = Router(
    prefix="/tenants/resources/tenants/v1/{tenant_id}", tags=["Vendor"], route_class=VendorRoute
)


@router.post("/suspend", permission=VendorPermission.WRITE_TENANTS, **SHOWS)
async def suspend_tenant(
    db: VendorTransaction, caller: VendorCaller, tenant_id: TenantId
) -> Response:
    """Suspend the account and those below it: sessions end, tokens stop working, and users who sign in
    get `login.account_suspended`. No data is deleted; directories go on provisioning users, and licensed
    tools are not affected. No body. 409 `tenants.staff_inside`."""
    await service.suspend_tenant(db, caller, tenant_id)
    return await vendor_service.describe_tenant(db, tenant_id)


@router.post("/resume", permission=VendorPermission.WRITE_TENANTS, **SHOWS)
async def resume_tenant(db: VendorTransaction, by: VendorActor, tenant_id: TenantId) -> Response:
    """Restore access for the members of the account, and of the accounts below that were suspended with
    it. No body."""
    await service.resume_tenant(db, by, tenant_id)
    return await vendor_service.describe_tenant(db, tenant_id)


@router.post("/end-sessions", permission=VendorPermission.WRITE_TENANTS)
async def end_sessions_of_tenant(
    db: VendorTransaction, caller: VendorCaller, tenant_id: TenantId
) -> TenantSessionsEnded:
    """Sign out every user who is in the account; they may sign in again. No body."""
    return TenantSessionsEnded(ended=await service.end_tenant_sessions(db, caller, tenant_id))
