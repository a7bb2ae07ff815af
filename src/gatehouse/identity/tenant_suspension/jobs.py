"""End the sessions of whole tenants, in steps: each is a transaction, so an interruption loses nothing."""

from datetime import datetime
from uuid import UUID

from gatehouse.directory.sub_accounts.events import SubAccountDeleted
from gatehouse.directory.tenants.events import TenantDeletedByVendor
from gatehouse.identity.sessions.service import end_sessions_of_tenant
from gatehouse.identity.tenant_suspension import queries
from gatehouse.identity.tenant_suspension.service import AT_ONCE, REASON
from gatehouse.kit.db import Scope
from gatehouse.kit.events import EventEnvelope, subscribe_to_event
from gatehouse.kit.jobs import JobContext, enqueue, job
from gatehouse.kit.units import UnitFailures


@job("tenants.end_sessions")
async def end_of_suspended(context: JobContext, path: str, until: str) -> None:
    """End sessions that entered the tenants at and below this path before or during the suspension."""
    async with context.database.transaction(Scope.system()) as db:
        accounts = await queries.AT_OR_BELOW.all(db, path)
    with UnitFailures("tenants.end_sessions") as failures:
        for tenant_id in accounts:
            with failures.caught(tenant_id=tenant_id):
                await _end_sessions(context, tenant_id, datetime.fromisoformat(until))


@subscribe_to_event(SubAccountDeleted, "tenants.end_sessions_of_sub_account")
async def end_of_deleted_sub_account(
    context: JobContext, news: EventEnvelope[SubAccountDeleted]
) -> None:
    """End the sessions of a deleted sub-account, so that they stay ended after a restore."""
    await _end_of_deleted(context, news.event.sub_account_id, news.occurred_at)


@subscribe_to_event(TenantDeletedByVendor, "tenants.end_sessions_of_deleted")
async def end_of_deleted(context: JobContext, news: EventEnvelope[TenantDeletedByVendor]) -> None:
    await _end_of_deleted(context, news.event.account_id, news.occurred_at)


async def _end_of_deleted(context: JobContext, tenant_id: UUID, until: datetime) -> None:
    async with context.database.transaction(Scope.system()) as db:
        path = await queries.PATH.one(db, tenant_id)
        await enqueue(db, "tenants.end_sessions", path=path, until=until.isoformat())


@job("tenants.end_rest_of_sessions")
async def end_rest(context: JobContext, tenant_id: str, until: str) -> None:
    """End the remaining sessions that entered one tenant until then."""
    await _end_sessions(context, UUID(tenant_id), datetime.fromisoformat(until))


async def _end_sessions(context: JobContext, tenant_id: UUID, until: datetime) -> None:
    ended = AT_ONCE
    while ended == AT_ONCE:
        async with context.database.transaction(Scope.system()) as db:
            ended = await end_sessions_of_tenant(db, tenant_id, until, REASON, AT_ONCE)
