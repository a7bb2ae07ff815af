"""Suspension of tenants. A suspended tenant keeps its data, but no user, token or session may act in it."""

from datetime import datetime
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.vendor import VendorPrincipal, protect_staff_home, protect_staff_homes_in
from gatehouse.audit.actors import by_vendor
from gatehouse.audit.service import announce_event
from gatehouse.directory.people.errors import StaffInside
from gatehouse.directory.tenants import service as tenants
from gatehouse.directory.tenants.queries import RESUME_TREE, SUSPEND_TREE
from gatehouse.identity.sessions.service import end_sessions_of_tenant
from gatehouse.identity.tenant_suspension import queries
from gatehouse.identity.tenant_suspension.events import (
    TenantResumedByVendor,
    TenantSessionsEndedByVendor,
    TenantSuspendedByVendor,
)
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.jobs import enqueue

# Sessions beyond this number end in a job.
AT_ONCE = 500
REASON = "ended_by_vendor"


async def suspend_tenant(db: Db, caller: VendorPrincipal, client: Client, tenant_id: UUID) -> None:
    """Suspend the tenant and all below it. Sessions and tokens stop working at once, and the sessions end
    permanently. Raises `TenantNotFound`, `StaffProtected` or `StaffInside`."""
    await tenants.hold_tree(db, tenant_id)
    tenant = await tenants.get_tenant(db, tenant_id)
    await protect_staff_homes_in(db, caller, tenant.path)
    now = clock.now()
    suspended = await SUSPEND_TREE.all(db, tenant.path, now, tenant_id)
    if await queries.SHUTS_OUT_STAFF.one(db, tenant.path, now):
        raise StaffInside("One of your own staff would have no account left to sign in to")
    await _end_all(db, tenant.path, now)
    event = TenantSuspendedByVendor(tenant_id, tenant_id, tenant.name, len(suspended) - 1)
    await announce_event(db, event, by=by_vendor(caller, client))


async def resume_tenant(db: Db, caller: VendorPrincipal, client: Client, tenant_id: UUID) -> None:
    """Resume the tenant and those below that were suspended with it. Its members must sign in again,
    including those whose sign-in was in progress at the suspension and completed after it. Raises
    `TenantNotFound`."""
    await tenants.hold_tree(db, tenant_id)
    tenant = await tenants.get_tenant(db, tenant_id)
    now = clock.now()
    resumed = await RESUME_TREE.all(db, tenant.path, now, tenant_id)
    if resumed:
        await _end_all(db, tenant.path, now)
        event = TenantResumedByVendor(tenant_id, tenant_id, tenant.name, len(resumed) - 1)
        await announce_event(db, event, by=by_vendor(caller, client))


async def _end_all(db: Db, path: str, until: datetime) -> None:
    await enqueue(db, "tenants.end_sessions", path=path, until=until.isoformat())


async def end_sessions(db: Db, caller: VendorPrincipal, client: Client, tenant_id: UUID) -> int:
    """End all sessions in the tenant and return how many ended at once. The rest of very many end in a
    job. Raises `TenantNotFound`."""
    tenant = await tenants.get_tenant(db, tenant_id)
    await protect_staff_home(db, caller, tenant_id)
    now = clock.now()
    ended = await end_sessions_of_tenant(db, tenant_id, now, REASON, AT_ONCE)
    if ended == AT_ONCE:
        await enqueue(
            db, "tenants.end_rest_of_sessions", tenant_id=str(tenant_id), until=now.isoformat()
        )
    event = TenantSessionsEndedByVendor(tenant_id, tenant_id, tenant.name)
    await announce_event(db, event, by=by_vendor(caller, client))
    return ended
