"""Moves all users of one tenant to another, in batches."""

from datetime import datetime
from typing import Any
from uuid import UUID

from gatehouse.access.errors import MissingPermission, StaffProtected, TenantNotFound
from gatehouse.access.standing import block_writes_of_users
from gatehouse.access.vendor import (
    VendorPrincipal,
    may_change_staff,
    protect_staff,
    protect_staff_home,
    reload_vendor_principal,
)
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.audit.service import announce_all, announce_event
from gatehouse.directory.applications.queries import COPY_APPLICATIONS
from gatehouse.directory.people.events import UserCreated, build_removal_events
from gatehouse.directory.people.membership_queries import (
    DELETE_INHERITED_OF_USERS,
    DELETE_MEMBERSHIPS,
    MOVE_MEMBERSHIPS,
)
from gatehouse.directory.tenants.service import get_tenant, lock_tenant
from gatehouse.directory.users.queries import REPLACE_DEFAULT_TENANTS
from gatehouse.entitlements.queries import COPY_PLANS
from gatehouse.kit import clock
from gatehouse.kit.db import Command, Db, Query, Scope
from gatehouse.kit.errors import DomainError, Invalid
from gatehouse.kit.events import Event
from gatehouse.kit.jobs import JobContext, enqueue, job
from gatehouse.kit.logs import get_logger
from gatehouse.tasks.service import TaskAuthor, describe_caller


class UsersMigrated(Event):
    event_name = "tenant.users_migrated"
    severity = "High"
    text = "Moved the users of an account to another account"
    source_id: UUID
    target_id: UUID


STAFF_IN = Query(
    UUID,
    "select s.user_id from staff s join memberships m using (user_id) where m.tenant_id = $1",
)

# The next members behind $3 who were there at $4; with the staff if $5.
MEMBERS_AFTER = Query(
    UUID,
    """
    select m.user_id from memberships m
    where m.tenant_id = $1 and m.user_id > $3 and m.created_at <= $4
      and ($5::bool or not exists (select from staff s where s.user_id = m.user_id))
    order by m.user_id limit $2::bigint
    """,
)

# Their sign-ins of this moment are waited for, so that they count as from before.
LOCK_USERS = Command("select from users where id = any ($1::uuid[]) order by id for no key update")


log = get_logger("gatehouse.users")

AT_ONCE = 500
EARLIEST = UUID(int=0)


async def begin_user_migration(
    db: Db, caller: VendorPrincipal, source_id: UUID, target_id: UUID
) -> None:
    """Start moving all users; a job moves them. Audited in both tenants. Raises `TenantNotFound` or
    `StaffProtected`."""
    if source_id == target_id:
        raise Invalid("targetTenantId: must be a different tenant")
    await get_tenant(db, source_id)
    await get_tenant(db, target_id)
    await protect_staff_home(db, caller, source_id, target_id)
    await protect_staff(db, caller, *await STAFF_IN.all(db, source_id))
    for tenant_id in (source_id, target_id):
        await announce_event(db, UsersMigrated(tenant_id, source_id, target_id), by=caller.actor)
    await enqueue(
        db, "users.migrate", source_id=source_id, target_id=target_id,
        begun_at=clock.now().isoformat(), by=describe_caller(caller),
    )  # fmt: skip


@job("users.migrate")
async def move_members_of_tenant(
    context: JobContext, source_id: str, target_id: str, begun_at: str, by: dict[str, Any]
) -> None:
    """Move the members of the moment of the call, a batch in a transaction, as long as its author may do so
    and both accounts are there.

    Members who joined later stay, and so do members of the staff unless the author may change them. What
    follows from a parent account, from a directory or from the source's own roles and groups ends there.
    """
    source, target, until = UUID(source_id), UUID(target_id), datetime.fromisoformat(begun_at)
    asked, last = TaskAuthor({"by": by}), EARLIEST
    while True:
        async with context.database.transaction(Scope.system()) as db:
            try:
                caller = await reload_vendor_principal(
                    db, asked.caller, VendorPermission.WRITE_USERS
                )
                await protect_staff_home(db, caller, source, target)
            except (MissingPermission, StaffProtected) as error:
                _log_stopped_migration(error, source, target)
                return
            leaving = await MEMBERS_AFTER.all(
                db, source, AT_ONCE, last, until, may_change_staff(caller)
            )
            if not leaving:
                return
            last = leaving[-1]
            # A directory or a request that changes one of them may be waiting for what is locked below.
            await block_writes_of_users(db, source, leaving)
            for tenant_id in sorted((source, target)):
                await lock_tenant(db, tenant_id)
            try:
                await get_tenant(db, source)
                await get_tenant(db, target)
            except TenantNotFound as error:
                _log_stopped_migration(error, source, target)
                return
            await LOCK_USERS.run(db, leaving)
            await DELETE_INHERITED_OF_USERS.run(db, source, target, leaving)
            moved = await MOVE_MEMBERSHIPS.all(db, source, target, clock.now(), leaving)
            user_ids = [one.user_id for one in moved]
            await REPLACE_DEFAULT_TENANTS.run(db, user_ids, [source], target)
            joined = [one.user_id for one in moved if one.joined]
            await COPY_APPLICATIONS.run(db, source, target, joined)
            await COPY_PLANS.run(db, source, target, joined, clock.now())
            await DELETE_MEMBERSHIPS.run(db, source, user_ids)
            news: list[Event] = []
            for one in moved:
                news += build_removal_events(source, one.user_id, one.email)
                if one.joined:
                    news.append(UserCreated(target, one.user_id, one.email))
            await announce_all(db, news, by=asked.caller.actor)


def _log_stopped_migration(error: DomainError, source: UUID, target: UUID) -> None:
    log.warning(
        "users are moved no further",
        reason=error.code, source=str(source), target=str(target),
    )  # fmt: skip
