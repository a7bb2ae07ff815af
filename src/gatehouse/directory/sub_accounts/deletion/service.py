"""Deleting, restoring and erasing accounts. A deleted account keeps all data until its grace period ends,
but cannot be used. Restoring brings it back unchanged, with the accounts below that were deleted with it.
An erasure that has started cannot be undone."""

from datetime import timedelta
from uuid import UUID

import asyncpg

from gatehouse.access.errors import TenantNotFound
from gatehouse.directory.account.errors import AliasTaken
from gatehouse.directory.sub_accounts.deletion import queries
from gatehouse.directory.sub_accounts.deletion.errors import (
    AlreadyErased,
    DeletedWithAnother,
    NotDeleted,
    ParentDeleted,
    TenantBeingErased,
)
from gatehouse.directory.sub_accounts.deletion.models import DeletableTenant
from gatehouse.directory.tenants.deleted.queries import (
    DELETE_TREE,
    ERASE_NOW,
    LOCK_DELETED,
    RESTORE_TREE,
)
from gatehouse.directory.tenants.models import Tenant
from gatehouse.directory.tenants.tree_queries import FOLLOW_SUSPENSION_OF_PARENT
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.jobs import enqueue


async def delete_all(db: Db, tenant: Tenant, grace: timedelta) -> int:
    """Delete the account and every one below it; returns the number of those below. Without grace period
    they are erased at once. Needs the system scope and the tree lock."""
    now = clock.now()
    erasing_at = None if grace else now
    deleted = await DELETE_TREE.all(db, tenant.path, now, tenant.id, now + grace, erasing_at)
    if erasing_at:
        await start_erasing(db, tenant.id)
    return len(deleted) - 1


async def require_intact(db: Db, tenant_id: UUID) -> DeletableTenant:
    """The account with complete data: not deleted, or not being erased. Raises `TenantNotFound`,
    `AlreadyErased` or `TenantBeingErased`."""
    standing = await queries.STANDING.first(db, tenant_id)
    if standing is None:
        raise TenantNotFound("The account was not found")
    if standing.is_deleted and standing.deleted_with is None:
        raise AlreadyErased("Everything of the account was erased")
    if standing.erasing_at is not None:
        raise TenantBeingErased("The account is being erased, which cannot be stopped")
    return standing


async def hold_deleted(db: Db, tenant_id: UUID) -> DeletableTenant:
    """Lock an account that was itself deleted and is intact, until the transaction ends. Raises the errors
    of `require_intact`, `NotDeleted`, or `DeletedWithAnother` when it was deleted with an account above
    it."""
    await LOCK_DELETED.run(db, tenant_id)
    standing = await require_intact(db, tenant_id)
    if not standing.is_deleted:
        raise NotDeleted("The account is not deleted")
    if standing.deleted_with != tenant_id:
        raise DeletedWithAnother(
            "It was deleted with an account above it, and goes or comes back with that",
            tenantId=str(standing.deleted_with),
        )
    return standing


async def restore_all(db: Db, standing: DeletableTenant) -> int:
    """Restore the account that `hold_deleted` returned and those that were deleted with it; returns the
    number of the latter. Raises `ParentDeleted`, or `AliasTaken` when the alias is taken concurrently.
    Needs the tree lock."""
    if standing.parent_is_deleted:
        raise ParentDeleted("The account above it is deleted. Restore that first.")
    try:
        restored = await RESTORE_TREE.all(db, standing.id, clock.now())
    except asyncpg.UniqueViolationError:
        raise AliasTaken("Another account takes the alias just now. Try again.") from None
    await FOLLOW_SUSPENSION_OF_PARENT.run(db, standing.id)
    return len(restored) - 1


async def erase_now(db: Db, standing: DeletableTenant) -> None:
    """Start the erasure of the account that `hold_deleted` returned, with those that were deleted with it."""
    await ERASE_NOW.run(db, standing.id, clock.now())
    await start_erasing(db, standing.id)


async def start_erasing(db: Db, tenant_id: UUID) -> None:
    """Enqueue the erasure job, which runs once this transaction has committed."""
    once = f"sub_accounts.erase_deleted:{tenant_id}"
    await enqueue(db, "sub_accounts.erase_deleted", once=once, tenant_id=tenant_id)
