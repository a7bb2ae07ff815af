"""Deleting, restoring and erasing accounts: deletion can be undone during a grace period, erasure cannot."""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

import asyncpg

from gatehouse.access.errors import TenantNotFound
from gatehouse.access.vendor import VendorPrincipal, protect_staff_homes_in
from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_event
from gatehouse.directory.people.membership_queries import DELETE_ENDED_MEMBERSHIPS
from gatehouse.directory.people.memberships import delete_next_members
from gatehouse.directory.roles.queries import DELETE_ROLES_OF_TENANT
from gatehouse.directory.tenants import deletion_queries, errors
from gatehouse.directory.tenants import service as tenants
from gatehouse.directory.tenants.deletion_queries import (
    DELETE_RECORD,
    DELETE_TREE,
    ERASE_DETAILS,
    ERASE_NOW,
    LOCK_DELETED,
    RESTORE_TREE,
    START_DUE_ERASURES,
    DeletableTenant,
)
from gatehouse.directory.tenants.events import (
    AccountErased,
    TenantErasureOrdered,
    TenantRestoredByVendor,
)
from gatehouse.directory.tenants.models import Tenant
from gatehouse.directory.tenants.queries import FOLLOW_SUSPENSION_OF_PARENT
from gatehouse.directory.tenants.schemas import DeletedTenantsQuery, DeletionOutlook
from gatehouse.directory.users.service import delete_user_if_unused
from gatehouse.kit import clock
from gatehouse.kit.db import Db, Scope
from gatehouse.kit.jobs import JobContext, enqueue, job, scheduled_job
from gatehouse.kit.lists import EMPTY_PAGE
from gatehouse.kit.plain_route import Json
from gatehouse.kit.tenant_cleanup import TENANT_TABLES
from gatehouse.kit.units import UnitFailures


async def delete_tenant_tree(db: Db, tenant: Tenant, grace: timedelta) -> int:
    """Delete the account and every one below it; returns the number of those below. Without grace period
    they are erased at once. Needs the system scope and the tree lock."""
    now = clock.now()
    erasing_at = None if grace else now
    deleted = await DELETE_TREE.all(db, tenant.path, now, tenant.id, now + grace, erasing_at)
    if erasing_at:
        await enqueue_erasure(db, tenant.id)
    return len(deleted) - 1


async def get_intact_tenant(db: Db, tenant_id: UUID) -> DeletableTenant:
    """The account with complete data: not deleted, or not being erased. Raises `TenantNotFound`,
    `AlreadyErased` or `TenantBeingErased`."""
    standing = await deletion_queries.STANDING.first(db, tenant_id)
    if standing is None:
        raise TenantNotFound("The tenant was not found")
    if standing.is_deleted and standing.deleted_with is None:
        raise errors.AlreadyErased("The tenant has already been erased")
    if standing.erasing_at is not None:
        raise errors.TenantBeingErased("The tenant is already being erased")
    return standing


async def lock_deleted_tenant(db: Db, tenant_id: UUID) -> DeletableTenant:
    """Lock an account that was itself deleted and is intact, until the transaction ends. Raises the errors
    of `get_intact_tenant`, `NotDeleted`, or `DeletedWithAnother` when it was deleted with an account above
    it."""
    await LOCK_DELETED.run(db, tenant_id)
    standing = await get_intact_tenant(db, tenant_id)
    if not standing.is_deleted:
        raise errors.NotDeleted("The tenant is not deleted")
    if standing.deleted_with != tenant_id:
        raise errors.DeletedWithAnother(
            "It was deleted together with a parent tenant. Restore or erase that tenant instead.",
            tenantId=str(standing.deleted_with),
        )
    return standing


async def restore_tenant_tree(db: Db, standing: DeletableTenant) -> int:
    """Restore the account that `lock_deleted_tenant` returned and those that were deleted with it; returns
    the number of the latter. Raises `ParentDeleted`, or `AliasTaken` when the alias is taken concurrently.
    Needs the tree lock."""
    if standing.parent_is_deleted:
        raise errors.ParentDeleted("The parent tenant is deleted. Restore that tenant first.")
    try:
        restored = await RESTORE_TREE.all(db, standing.id, clock.now())
    except asyncpg.UniqueViolationError:
        raise errors.AliasTaken(
            "Another tenant is taking the alias right now. Try again."
        ) from None
    await FOLLOW_SUSPENSION_OF_PARENT.run(db, standing.id)
    return len(restored) - 1


async def enqueue_erasure(db: Db, tenant_id: UUID) -> None:
    """Enqueue the erasure job, which runs once this transaction has committed."""
    once = f"sub_accounts.erase_deleted:{tenant_id}"
    await enqueue(db, "sub_accounts.erase_deleted", once=once, tenant_id=tenant_id)


async def search_deleted_tenants(db: Db, query: DeletedTenantsQuery) -> Json:
    page = (
        await deletion_queries.DELETED.page(db, query, query.sort_by, name=query.filter_pattern)
        or EMPTY_PAGE
    )
    return page.to_response(query.limit)


async def preview_deletion(db: Db, tenant_id: UUID, grace: timedelta) -> DeletionOutlook:
    """What deleting the account now would mean. Raises `TenantNotFound`, also for one that is deleted
    already."""
    tenant = await tenants.get_tenant(db, tenant_id)
    below = await deletion_queries.COUNT_BELOW.one(db, tenant.path)
    return DeletionOutlook(
        grace_days=grace.days, erase_at=clock.now() + grace, accounts_below=below
    )


async def restore_deleted_tenant(db: Db, caller: VendorPrincipal, tenant_id: UUID) -> None:
    """Restore the account with all accounts below that were deleted with it. Members, tokens, roles and
    settings are as before; users must sign in again. Raises the errors of `lock_deleted_tenant` and
    `restore_tenant_tree`, and `StaffProtected`."""
    await tenants.lock_tenant_tree(db, tenant_id)
    standing = await lock_deleted_tenant(db, tenant_id)
    await protect_staff_homes_in(db, caller, standing.path)
    below = await restore_tenant_tree(db, standing)
    # End sessions from before the deletion, and of sign-ins that were under way when it happened.
    until = clock.now().isoformat()
    await enqueue(db, "tenants.end_sessions", path=standing.path, until=until)
    event = TenantRestoredByVendor(tenant_id, tenant_id, standing.name, below)
    await announce_event(db, event, by=caller.actor)


async def erase_deleted_tenant(db: Db, caller: VendorPrincipal, tenant_id: UUID) -> None:
    """Erase the account before its grace period ends. Raises the errors of `lock_deleted_tenant`, and
    `StaffProtected`."""
    standing = await lock_deleted_tenant(db, tenant_id)
    await protect_staff_homes_in(db, caller, standing.path)
    await ERASE_NOW.run(db, tenant_id, clock.now())
    await enqueue_erasure(db, tenant_id)
    event = TenantErasureOrdered(tenant_id, tenant_id, standing.name)
    await announce_event(db, event, by=caller.actor)


STEP = 500
MEMBERS_AT_ONCE = 100
# An erasure that has not finished after this time is started again.
AGAIN = timedelta(hours=1)


@scheduled_job("sub_accounts.erase_due", "*/5 * * * *")
async def start_due_erasures(context: JobContext) -> None:
    """Start the erasure of accounts whose grace period has ended; from then on they cannot be restored."""
    found = MEMBERS_AT_ONCE
    while found == MEMBERS_AT_ONCE:
        now = clock.now()
        async with context.database.transaction(Scope.system()) as db:
            due = await START_DUE_ERASURES.all(db, now, now - AGAIN, MEMBERS_AT_ONCE)
            for tenant_id in due:
                await enqueue_erasure(db, tenant_id)
        found = len(due)


@job("sub_accounts.erase_deleted")
async def erase_deleted_tree(context: JobContext, tenant_id: str) -> None:
    """Erase this account and those that were deleted with it. Does nothing unless the erasure was started."""
    async with context.database.transaction(Scope.system()) as db:
        accounts = await deletion_queries.DELETED_WITH.all(db, UUID(tenant_id))
    await _erase_tenants(context, "sub_accounts.erase_deleted", accounts[:-1])
    # The row of the last account records that there is something to erase, so it is deleted when nothing else
    # is left.
    for account in accounts[-1:]:
        await _erase_tenant_data(context, account)


@job("sub_accounts.erase")
async def erase_tree_of_earlier_version(context: JobContext, path: str) -> None:
    """Erase all accounts at and below this path that an earlier version deleted, which had no grace
    period."""
    async with context.database.transaction(Scope.system()) as db:
        accounts = await deletion_queries.TO_ERASE.all(db, path)
    await _erase_tenants(context, "sub_accounts.erase", accounts)


async def _erase_tenants(context: JobContext, job_name: str, tenant_ids: Sequence[UUID]) -> None:
    with UnitFailures(job_name) as failures:
        for tenant_id in tenant_ids:
            with failures.caught(tenant_id=tenant_id):
                await _erase_tenant_data(context, tenant_id)


async def _erase_tenant_data(context: JobContext, tenant_id: UUID) -> None:
    left = True
    while left:
        async with context.database.transaction(Scope.system()) as db:
            people = await delete_next_members(db, tenant_id, STEP)
            for user_id in people:
                await delete_user_if_unused(db, user_id)
            left = len(people) == STEP
    for table in await TENANT_TABLES.load_items_in_thread():
        await table.delete_rows_of_tenant(context.database, tenant_id)
    async with context.database.transaction(Scope.system()) as db:
        await DELETE_ROLES_OF_TENANT.run(db, tenant_id)
        await DELETE_ENDED_MEMBERSHIPS.run(db, tenant_id)
        name = await ERASE_DETAILS.first(db, tenant_id)
        # Only the worker that deletes the row announces the event, so that it is announced once.
        if await DELETE_RECORD.run(db, tenant_id):
            await announce_event(db, AccountErased(tenant_id, tenant_id, name or ""), by=SYSTEM)
