"""Erases deleted accounts after their grace period, in batches: each is a transaction, so an interruption
loses nothing."""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_event
from gatehouse.directory.people.membership_queries import DELETE_ENDED_MEMBERSHIPS
from gatehouse.directory.people.memberships import delete_next_members
from gatehouse.directory.roles.queries import DELETE_ROLES_OF_TENANT
from gatehouse.directory.sub_accounts.deletion import queries
from gatehouse.directory.sub_accounts.deletion.events import AccountErased
from gatehouse.directory.sub_accounts.deletion.service import start_erasing
from gatehouse.directory.tenants.deleted.queries import (
    DELETE_RECORD,
    ERASE_DETAILS,
    START_DUE_ERASURES,
)
from gatehouse.directory.users.service import forget_if_unused
from gatehouse.kit import clock
from gatehouse.kit.db import Scope
from gatehouse.kit.jobs import JobContext, job, scheduled_job
from gatehouse.kit.tenant_cleanup import TenantTable
from gatehouse.kit.units import UnitFailures

STEP = 500
AT_ONCE = 100
# An erasure that has not finished after this time is started again.
AGAIN = timedelta(hours=1)


@scheduled_job("sub_accounts.erase_due", "*/5 * * * *")
async def erase_due(context: JobContext) -> None:
    """Start the erasure of accounts whose grace period has ended; from then on they cannot be restored."""
    found = AT_ONCE
    while found == AT_ONCE:
        now = clock.now()
        async with context.database.transaction(Scope.system()) as db:
            due = await START_DUE_ERASURES.all(db, now, now - AGAIN, AT_ONCE)
            for tenant_id in due:
                await start_erasing(db, tenant_id)
        found = len(due)


@job("sub_accounts.erase_deleted")
async def erase_deleted(context: JobContext, tenant_id: str) -> None:
    """Erase this account and those that were deleted with it. Does nothing unless the erasure was started."""
    async with context.database.transaction(Scope.system()) as db:
        accounts = await queries.DELETED_WITH.all(db, UUID(tenant_id))
    await _erase_each(context, "sub_accounts.erase_deleted", accounts[:-1])
    # The row of the last account records that there is something to erase, so it is deleted when nothing else
    # is left.
    for account in accounts[-1:]:
        await _erase_one(context, account)


@job("sub_accounts.erase")
async def erase_tenant(context: JobContext, path: str) -> None:
    """Erase all accounts at and below this path that an earlier version deleted, which had no grace
    period."""
    async with context.database.transaction(Scope.system()) as db:
        accounts = await queries.TO_ERASE.all(db, path)
    await _erase_each(context, "sub_accounts.erase", accounts)


async def _erase_each(context: JobContext, job_name: str, tenant_ids: Sequence[UUID]) -> None:
    with UnitFailures(job_name) as failures:
        for tenant_id in tenant_ids:
            with failures.caught(tenant_id=tenant_id):
                await _erase_one(context, tenant_id)


async def _erase_one(context: JobContext, tenant_id: UUID) -> None:
    left = True
    while left:
        async with context.database.transaction(Scope.system()) as db:
            people = await delete_next_members(db, tenant_id, STEP)
            for user_id in people:
                await forget_if_unused(db, user_id)
            left = len(people) == STEP
    for table in TenantTable.all_leavings:
        await table.clear(context.database, tenant_id)
    async with context.database.transaction(Scope.system()) as db:
        await DELETE_ROLES_OF_TENANT.run(db, tenant_id)
        await DELETE_ENDED_MEMBERSHIPS.run(db, tenant_id)
        name = await ERASE_DETAILS.first(db, tenant_id)
        # Only the worker that deletes the row announces the event, so that it is announced once.
        if await DELETE_RECORD.run(db, tenant_id):
            event = AccountErased(tenant_id, tenant_id, name or "")
            await announce_event(db, event, by=SYSTEM)
