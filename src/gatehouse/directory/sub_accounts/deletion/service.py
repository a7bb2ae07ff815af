"""A deleted account keeps all that it has until its grace is over; only nobody acts there. Restored, it is as
it was, with the accounts below that went with it. Once erasing has begun there is no way back."""

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
    """The account and every one below it; how many those are. Without grace they are erased at once. Needs to
    see all, and to hold the tree."""
    now = clock.now()
    erasing_at = None if grace else now
    deleted = await DELETE_TREE.all(db, tenant.path, now, tenant.id, now + grace, erasing_at)
    if erasing_at:
        await start_erasing(db, tenant.id)
    return len(deleted) - 1


async def require_intact(db: Db, tenant_id: UUID) -> DeletableTenant:
    """One that has all it ever had: not deleted, or not erased yet. `TenantNotFound`, `AlreadyErased`,
    `TenantBeingErased`."""
    standing = await queries.STANDING.first(db, tenant_id)
    if standing is None:
        raise TenantNotFound("The account was not found")
    if standing.is_deleted and standing.deleted_with is None:
        raise AlreadyErased("Everything of the account was erased")
    if standing.erasing_at is not None:
        raise TenantBeingErased("The account is being erased, which cannot be stopped")
    return standing


async def hold_deleted(db: Db, tenant_id: UUID) -> DeletableTenant:
    """One that was deleted for itself and is intact; ours until the transaction ends. As above, `NotDeleted`,
    `DeletedWithAnother`."""
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
    """The account that `hold_deleted` gave and those that went with it; how many those are. `ParentDeleted`;
    `AliasTaken` when somebody takes its alias at this very moment. Needs to hold the tree."""
    if standing.parent_is_deleted:
        raise ParentDeleted("The account above it is deleted. Restore that first.")
    try:
        restored = await RESTORE_TREE.all(db, standing.id, clock.now())
    except asyncpg.UniqueViolationError:
        raise AliasTaken("Another account takes the alias just now. Try again.") from None
    await FOLLOW_SUSPENSION_OF_PARENT.run(db, standing.id)
    return len(restored) - 1


async def erase_now(db: Db, standing: DeletableTenant) -> None:
    """The account that `hold_deleted` gave, with those that went with it."""
    await ERASE_NOW.run(db, standing.id, clock.now())
    await start_erasing(db, standing.id)


async def start_erasing(db: Db, tenant_id: UUID) -> None:
    """Once this transaction has committed."""
    once = f"sub_accounts.erase_deleted:{tenant_id}"
    await enqueue(db, "sub_accounts.erase_deleted", once=once, tenant_id=tenant_id)
