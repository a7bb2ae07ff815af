"""Who may act in an account at all, for the vendor's backends and people."""

from typing import Annotated, Any

from fastapi import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.vendor import (
    VendorPermission,
    VendorPrincipal,
    VendorRoute,
    VendorTransaction,
    vendor_may,
)
from gatehouse.directory.tenants import read
from gatehouse.directory.tenants.schemas import VendorTenantOut
from gatehouse.identity.tenant_suspension import jobs as _jobs  # noqa: F401  registers them
from gatehouse.identity.tenant_suspension import service
from gatehouse.identity.tenant_suspension.schemas import TenantSessionsEnded
from gatehouse.kit.router import Router
from gatehouse.kit.tenant_ids import TenantId

CanWrite = Annotated[VendorPrincipal, vendor_may(VendorPermission.WRITE_TENANTS)]

SHOWS: dict[str, Any] = {"response_model": VendorTenantOut, "response_model_exclude_none": True}

router = Router(
    prefix="/tenants/resources/tenants/v1/{tenant_id}", tags=["Vendor"], route_class=VendorRoute
)


@router.post("/suspend", **SHOWS)
async def suspend_tenant(
    db: VendorTransaction, caller: CanWrite, client: CurrentClient, tenant_id: TenantId
) -> Response:
    """Keep everybody out of the account and of those below it: their sessions end, their tokens open nothing,
    and whoever signs in is told `login.account_suspended`. Nothing is lost; directories go on keeping people,
    and licensed tools are left alone. No body. 409 `tenants.staff_inside`."""
    await service.suspend_tenant(db, caller, client, tenant_id)
    return await read.describe_tenant(db, tenant_id)


@router.post("/resume", **SHOWS)
async def resume_tenant(
    db: VendorTransaction, caller: CanWrite, client: CurrentClient, tenant_id: TenantId
) -> Response:
    """Let its people in again, and those of the accounts below that were suspended with it. No body."""
    await service.resume_tenant(db, caller, client, tenant_id)
    return await read.describe_tenant(db, tenant_id)


@router.post("/end-sessions")
async def end_sessions_of_tenant(
    db: VendorTransaction, caller: CanWrite, client: CurrentClient, tenant_id: TenantId
) -> TenantSessionsEnded:
    """Sign out everybody who is in the account; they may sign in again. No body."""
    return TenantSessionsEnded(ended=await service.end_sessions(db, caller, client, tenant_id))
