"""Suspension of tenants. A suspended tenant keeps its data, but no user, token or session may act in it."""

from datetime import datetime
from uuid import UUID

from gatehouse.access.vendor import VendorPrincipal, protect_staff_home, protect_staff_homes_in
from gatehouse.audit.service import announce_event
from gatehouse.directory.people.errors import StaffInside
from gatehouse.directory.sub_accounts.events import SubAccountDeleted
from gatehouse.directory.tenants import service as tenants
from gatehouse.directory.tenants.events import TenantDeletedByVendor, TenantEventOfVendor
from gatehouse.directory.tenants.queries import RESUME_TREE, SUSPEND_TREE
from gatehouse.identity.sessions.service import end_sessions_of_tenant
from gatehouse.kit import clock
from gatehouse.kit.db import Db, Query, Scope
from gatehouse.kit.events import Actor, EventEnvelope, subscribe_to_event
from gatehouse.kit.jobs import JobContext, enqueue, job
from gatehouse.kit.units import UnitFailures


class TenantSuspendedByVendor(TenantEventOfVendor):
    """`below`: how many accounts below it were suspended with it."""

    event_name = "tenant.suspended"
    severity = "High"
    text = "Suspended the account {name}"
    below: int


class TenantResumedByVendor(TenantEventOfVendor):
    """`below`: how many accounts below it were resumed with it."""

    event_name = "tenant.resumed"
    severity = "High"
    text = "Resumed the account {name}"
    below: int


class TenantSessionsEndedByVendor(TenantEventOfVendor):
    event_name = "tenant.sessions_ended"
    severity = "High"
    text = "Ended every session in the account {name}"


# A staff member who belongs to a tenant at or below the path $1 and could enter none any more.
SHUTS_OUT_STAFF = Query(
    bool,
    """
    select exists (
      select from staff s join users u on u.id = s.user_id and u.locked_at is null
      where exists (
          select from memberships m join tenants t on t.id = m.tenant_id
          where m.user_id = s.user_id and m.activated and not m.is_disabled
            and t.path ~>=~ $1 and t.path ~<~ ($1 || '~'))
        and not exists (
          select from memberships_in_force f where f.user_id = s.user_id and f.until > $2)
    ) as found
    """,
)

AT_OR_BELOW = Query(
    UUID,
    """
    select id from tenants where path ~>=~ $1 and path ~<~ ($1 || '~') order by path limit 100000
    """,
)
PATH = Query(str, "select path from tenants where id = $1")


# Sessions beyond this number end in a job.
AT_ONCE = 500
REASON = "ended_by_vendor"


async def suspend_tenant(db: Db, caller: VendorPrincipal, tenant_id: UUID) -> None:
    """Suspend the tenant and all below it. Sessions and tokens stop working at once, and the sessions end
    permanently. Raises `TenantNotFound`, `StaffProtected` or `StaffInside`."""
    await tenants.lock_tenant_tree(db, tenant_id)
    tenant = await tenants.get_tenant(db, tenant_id)
    await protect_staff_homes_in(db, caller, tenant.path)
    now = clock.now()
    suspended = await SUSPEND_TREE.all(db, tenant.path, now, tenant_id)
    if await SHUTS_OUT_STAFF.one(db, tenant.path, now):
        raise StaffInside("A staff member would have no tenant left to sign in to")
    await _enqueue_session_ends(db, tenant.path, now)
    event = TenantSuspendedByVendor(tenant_id, tenant_id, tenant.name, len(suspended) - 1)
    await announce_event(db, event, by=caller.actor)


async def resume_tenant(db: Db, by: Actor, tenant_id: UUID) -> None:
    """Resume the tenant and those below that were suspended with it. Its members must sign in again,
    including those whose sign-in was in progress at the suspension and completed after it. Raises
    `TenantNotFound`."""
    await tenants.lock_tenant_tree(db, tenant_id)
    tenant = await tenants.get_tenant(db, tenant_id)
    now = clock.now()
    resumed = await RESUME_TREE.all(db, tenant.path, now, tenant_id)
    if resumed:
        await _enqueue_session_ends(db, tenant.path, now)
        event = TenantResumedByVendor(tenant_id, tenant_id, tenant.name, len(resumed) - 1)
        await announce_event(db, event, by=by)


async def _enqueue_session_ends(db: Db, path: str, until: datetime) -> None:
    await enqueue(db, "tenants.end_sessions", path=path, until=until.isoformat())


async def end_tenant_sessions(db: Db, caller: VendorPrincipal, tenant_id: UUID) -> int:
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
    await announce_event(db, event, by=caller.actor)
    return ended


@job("tenants.end_sessions")
async def end_suspended_sessions(context: JobContext, path: str, until: str) -> None:
    """End sessions that entered the tenants at and below this path before or during the suspension."""
    async with context.database.transaction(Scope.system()) as db:
        accounts = await AT_OR_BELOW.all(db, path)
    with UnitFailures("tenants.end_sessions") as failures:
        for tenant_id in accounts:
            with failures.caught(tenant_id=tenant_id):
                await _end_sessions_in_batches(context, tenant_id, datetime.fromisoformat(until))


@subscribe_to_event(SubAccountDeleted, "tenants.end_sessions_of_sub_account")
async def end_sub_account_sessions(
    context: JobContext, news: EventEnvelope[SubAccountDeleted]
) -> None:
    """End the sessions of a deleted sub-account, so that they stay ended after a restore."""
    await _enqueue_ends_of_deleted(context, news.event.sub_account_id, news.occurred_at)


@subscribe_to_event(TenantDeletedByVendor, "tenants.end_sessions_of_deleted")
async def end_deleted_tenant_sessions(
    context: JobContext, news: EventEnvelope[TenantDeletedByVendor]
) -> None:
    await _enqueue_ends_of_deleted(context, news.event.account_id, news.occurred_at)


async def _enqueue_ends_of_deleted(context: JobContext, tenant_id: UUID, until: datetime) -> None:
    async with context.database.transaction(Scope.system()) as db:
        path = await PATH.one(db, tenant_id)
        await enqueue(db, "tenants.end_sessions", path=path, until=until.isoformat())


@job("tenants.end_rest_of_sessions")
async def end_remaining_sessions(context: JobContext, tenant_id: str, until: str) -> None:
    """End the remaining sessions that entered one tenant until then."""
    await _end_sessions_in_batches(context, UUID(tenant_id), datetime.fromisoformat(until))


async def _end_sessions_in_batches(context: JobContext, tenant_id: UUID, until: datetime) -> None:
    ended = AT_ONCE
    while ended == AT_ONCE:
        async with context.database.transaction(Scope.system()) as db:
            ended = await end_sessions_of_tenant(db, tenant_id, until, REASON, AT_ONCE)
