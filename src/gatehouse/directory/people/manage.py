"""Changing, disabling and removing a tenant's members, also when their temporary access has expired."""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from uuid import UUID

from gatehouse.access.errors import MissingPermission
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.access.standing import block_writes
from gatehouse.access.vendor import IS_STAFF
from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_all, announce_event
from gatehouse.directory.people import administrators, memberships, queries
from gatehouse.directory.people.errors import (
    ManagedAbove,
    MemberNotFound,
    NameKeptElsewhere,
    NotYourself,
    StaffInside,
)
from gatehouse.directory.people.events import (
    TemporaryAccessChanged,
    TemporaryAccessGiven,
    UserDeleted,
    UserDisabled,
    UserEnabled,
    UserLeft,
    UserMadePermanent,
    UserRolesChanged,
    build_removal_events,
)
from gatehouse.directory.people.memberships import end_memberships, rename_invited_member
from gatehouse.directory.people.models import Member
from gatehouse.directory.people.queries import ExpiredMembership
from gatehouse.directory.people.service import get_manageable_member, get_member
from gatehouse.directory.roles import service as roles
from gatehouse.directory.tenants.service import lock_tenant
from gatehouse.directory.users import service as users
from gatehouse.directory.users.events import UserUpdated
from gatehouse.kit import clock
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.kit.jobs import JobContext, scheduled_job
from gatehouse.kit.list_changes import merge_list
from gatehouse.kit.units import UnitFailures, each_due


async def lock_manageable_member(db: Db, caller: Principal, user_id: UUID) -> Member:
    """Lock the tenant, stop the writes of the member, and return the member. Concurrent changes are
    serialized, so none is lost, and two administrators cannot remove each other."""
    await block_writes(db, caller.tenant_id, user_id)
    await lock_tenant(db, caller.tenant_id)
    return await get_manageable_member(db, caller, user_id)


async def get_member_id_by_email(db: Db, tenant_id: UUID, address: str) -> UUID:
    """Id of the member with this address, as the tenant's list shows it. Raises `MemberNotFound`."""
    if not (found := await queries.WITH_ADDRESS.first(db, tenant_id, address.strip().lower())):
        raise MemberNotFound("The user was not found")
    return found


async def change_member(
    db: Db,
    caller: Principal,
    user_id: UUID,
    *,
    role_ids: Iterable[UUID] | None,
    base_role_ids: Collection[UUID] | None,
    name: str | None,
) -> None:
    """Change roles and name; None leaves the value unchanged, see `merge_list` for `base_role_ids`. Raises
    `OutranksYou`, `LastAdmin`, `roles.BeyondOwn`, `NameKeptElsewhere`, or `MissingPermission` when roles
    change without the permission to give any."""
    member = await lock_manageable_member(db, caller, user_id)
    if role_ids is not None:
        role_ids = merge_list(member.role_ids, base_role_ids, role_ids)
    if role_ids is not None and set(role_ids) != set(member.role_ids):
        if not caller.may(Permission.WRITE_USERS_ROLES):
            raise MissingPermission(
                "You are not allowed to do this", permission=Permission.WRITE_USERS_ROLES
            )
        await _set_member_roles(db, caller, member, set(role_ids))
    if name is not None and name != member.name:
        await _rename_member(db, caller, member, name)


async def add_member_roles(
    db: Db, caller: Principal, user_id: UUID, role_ids: Iterable[UUID]
) -> None:
    member = await lock_manageable_member(db, caller, user_id)
    await _set_member_roles(db, caller, member, {*member.role_ids, *role_ids})


async def remove_member_roles(
    db: Db, caller: Principal, user_id: UUID, role_ids: Iterable[UUID]
) -> None:
    member = await lock_manageable_member(db, caller, user_id)
    await _set_member_roles(db, caller, member, set(member.role_ids) - set(role_ids))


async def remove_member(db: Db, caller: Principal, user_id: UUID) -> None:
    """End the membership; the user is kept if they are verified or a member elsewhere."""
    member = await lock_manageable_member(db, caller, user_id)
    await _end_membership(db, member)
    await users.delete_user_if_unused(db, user_id)
    events = build_removal_events(caller.tenant_id, user_id, member.email)
    await announce_all(db, events, by=caller.actor)


async def leave_tenant(db: Db, database: Database, caller: Principal, tenant_id: UUID) -> None:
    """End the caller's own membership, which needs no permission. Raises `MemberNotFound`, `ManagedAbove`,
    `LastAdmin` or `StaffInside`."""
    async with database.one_statement() as system:
        is_staff = await IS_STAFF.one(system, [caller.user_id])
    await block_writes(db, tenant_id, caller.user_id)
    await lock_tenant(db, tenant_id)
    member = await get_member(db, tenant_id, caller.user_id)
    if member.inherited:
        raise ManagedAbove("Your access comes from the parent account and is managed there")
    await queries.HOLD.run(db, member.id)
    if is_staff and not await queries.ENTERS_ELSEWHERE.one(db, member.id, tenant_id, clock.now()):
        raise StaffInside(
            "You are a staff member and would have no organization left to sign in to"
        )
    await _end_membership(db, member)
    events = [
        UserLeft(tenant_id, member.id, member.email),
        UserDeleted(tenant_id, member.id, member.email),
    ]
    await announce_all(db, events, by=caller.actor)


async def set_member_disabled(db: Db, caller: Principal, user_id: UUID, *, disabled: bool) -> None:
    """Disable or enable a member; a disabled member keeps roles and history but cannot act in this tenant."""
    member = await lock_manageable_member(db, caller, user_id)
    if member.is_disabled == disabled:
        return
    if disabled:
        if user_id == caller.person_id:
            raise NotYourself("You cannot disable yourself")
        await administrators.require_another_administrator(db, member.tenant_id, member.id)
    await queries.HOLD.run(db, user_id)
    await queries.SET_DISABLED.run(db, caller.tenant_id, user_id, disabled, clock.now())
    kind = UserDisabled if disabled else UserEnabled
    await announce_event(db, kind(caller.tenant_id, user_id, member.email), by=caller.actor)


async def make_member_temporary(db: Db, caller: Principal, user_id: UUID, seconds: int) -> datetime:
    """Let the membership expire after this many seconds; returns the expiry. Raises `LastAdmin`,
    `NotYourself`, or `TemporaryAccessOff` when the vendor has disabled temporary access."""
    member = await lock_manageable_member(db, caller, user_id)
    return await set_membership_expiry(db, caller, member, seconds)


async def set_membership_expiry(
    db: Db, caller: Principal, member: Member, seconds: int
) -> datetime:
    """Set the expiry, as `make_member_temporary` does, of a member that `lock_manageable_member` returned.
    Raises `TemporaryAccessOff`, `NotYourself` or `LastAdmin`."""
    await memberships.require_temporary_access_enabled(db)
    _refuse_own_expiry_change(caller, member)
    await administrators.require_another_administrator(db, member.tenant_id, member.id)
    expires_at = clock.now() + timedelta(seconds=seconds)
    await queries.SET_EXPIRY.run(db, caller.tenant_id, member.id, expires_at, clock.now())
    kind = TemporaryAccessChanged if member.temporary_expires_at else TemporaryAccessGiven
    event = kind(caller.tenant_id, member.id, member.email, expires_at)
    await announce_event(db, event, by=caller.actor)
    return expires_at


async def make_member_permanent(db: Db, caller: Principal, user_id: UUID) -> None:
    """Remove the expiry of the membership. Raises `NotYourself`."""
    member = await lock_manageable_member(db, caller, user_id)
    if member.temporary_expires_at is None:
        return
    _refuse_own_expiry_change(caller, member)
    await queries.SET_EXPIRY.run(db, caller.tenant_id, user_id, None, clock.now())
    event = UserMadePermanent(caller.tenant_id, user_id, member.email)
    await announce_event(db, event, by=caller.actor)


def _refuse_own_expiry_change(caller: Principal, member: Member) -> None:
    if member.id == caller.person_id and member.temporary_expires_at:
        raise NotYourself("You cannot change the expiry of your own access")


async def _set_member_roles(db: Db, caller: Principal, member: Member, wanted: set[UUID]) -> None:
    held = set(member.role_ids)
    if wanted == held:
        return
    await roles.require_assignable_roles(db, caller, wanted - held)
    ran = await administrators.is_administrator(db, member.tenant_id, member.id)
    await queries.SET_ROLES.run(db, caller.tenant_id, member.id, list(wanted))
    if ran:
        await administrators.require_remaining_administrator(
            db, member.tenant_id, or_still=member.id
        )
    event = UserRolesChanged(caller.tenant_id, member.id, member.email)
    await announce_event(db, event, by=caller.actor)


async def _end_membership(db: Db, member: Member) -> None:
    """End the membership of a member that was read under the tenant lock. Raises `LastAdmin`."""
    await administrators.require_another_administrator(db, member.tenant_id, member.id)
    await queries.HOLD.run(db, member.id)
    await end_memberships(db, member.id, [member.tenant_id])


async def _rename_member(db: Db, caller: Principal, member: Member, name: str) -> None:
    if not member.activated:
        await rename_invited_member(db, caller.tenant_id, member.id, name)
    elif member.default_tenant_id == caller.tenant_id:
        await users.rename_user(db, member.id, name)
    else:
        raise NameKeptElsewhere("Only the user can change this name")
    event = UserUpdated(caller.tenant_id, member.id, member.email)
    await announce_event(db, event, by=caller.actor)


# Expired memberships give no access, but can still be renewed for this long.
KEPT_AFTER_END = timedelta(days=30)


@scheduled_job("people.remove_ended", "13 * * * *")
async def remove_expired_members(context: JobContext) -> None:
    """Remove members whose temporary access expired more than 30 days ago, each in its own transaction."""
    before = clock.now() - KEPT_AFTER_END
    with UnitFailures("people.remove_ended") as failures:
        async for one in each_due(context.database, queries.ENDED, before, first_id=""):
            with failures.caught(tenant_id=one.tenant_id, user_id=one.user_id):
                await _remove_expired_member(context.database, one)


async def _remove_expired_member(database: Database, one: ExpiredMembership) -> None:
    async with database.transaction(Scope.system()) as db:
        await block_writes(db, one.tenant_id, one.user_id)
        await lock_tenant(db, one.tenant_id)
        now = clock.now()
        still = await queries.STILL_ENDED.one(db, one.tenant_id, one.user_id, now - KEPT_AFTER_END)
        if not still:  # renewed concurrently
            return
        await end_memberships(db, one.user_id, [one.tenant_id])
        await users.delete_user_if_unused(db, one.user_id)
        await announce_all(
            db, build_removal_events(one.tenant_id, one.user_id, one.email), by=SYSTEM
        )
