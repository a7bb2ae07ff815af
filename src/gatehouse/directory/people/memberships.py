"""Joining and leaving a tenant, finding a membership, and how far down its rights reach.

The rows of a user are always locked in the same order, `users` before `memberships`, so that a user who
accepts an invitation at the same moment waits instead of deadlocking.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.audit.service import announce_event
from gatehouse.directory.people import membership_queries
from gatehouse.directory.people.errors import AlreadyMember, TemporaryAccessOff
from gatehouse.directory.people.events import UserCreated
from gatehouse.directory.people.models import Membership
from gatehouse.directory.roles.errors import RoleNotFound
from gatehouse.directory.tenants.service import filter_tenants_below, open_tenants_below
from gatehouse.directory.users.queries import (
    RENAME_UNVERIFIED,
    REPLACE_DEFAULT_TENANT,
    REPLACE_DEFAULT_TENANTS,
    SET_FIRST_TENANT,
)
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.events import Actor


async def add_member(
    db: Db,
    *,
    tenant_id: UUID,
    user_id: UUID,
    email: str,
    by: Actor,
    role_ids: Sequence[UUID] | None = None,
    role_keys: Sequence[str] | None = None,
    activated: bool,
    invited_by: UUID | None = None,
    invited_name: str | None = None,
    invited_phone_number: str | None = None,
    invited_email: str | None = None,
    temporary_expires_at: datetime | None = None,
) -> Membership:
    """Add a user to a tenant with these roles, which are the tenant's own or the vendor's.

    If no roles are named, the first member of a tenant becomes its administrator and later ones get the
    default roles; an empty list means no roles. Name a role once, by id or by key. The caller must check
    that these roles may be given. Announces `UserCreated`.

    Raises `RoleNotFound`, `AlreadyMember` when the user is a member already, `TemporaryAccessOff` when
    temporary access is disabled.
    """
    if temporary_expires_at is not None:
        await require_temporary_access_enabled(db)
    unnamed = role_ids is None and role_keys is None
    ids, keys = set(role_ids or []), set(role_keys or [])
    membership = await membership_queries.ADD_MEMBER.first(
        db, tenant_id, user_id, activated, invited_by, clock.now(), list(ids), list(keys), unnamed,
        temporary_expires_at, invited_name, invited_phone_number, invited_email,
    )  # fmt: skip
    if membership is None:
        raise AlreadyMember("This user is already a member")
    if not unnamed and (missing := ids - set(membership.role_ids)):
        raise RoleNotFound("A role was not found", role_ids=sorted(map(str, missing)))
    if not unnamed and len(membership.role_ids) < len(ids) + len(keys):
        raise RoleNotFound("A role was not found", role_keys=sorted(keys))
    await SET_FIRST_TENANT.run(db, tenant_id, user_id)
    await announce_event(db, UserCreated(tenant_id, user_id, email), by=by)
    return membership


@dataclass(frozen=True, slots=True)
class NewUser:
    """A user to create as a member: a normalized address, unique in the list."""

    email: str
    name: str
    activated: bool


async def add_new_users(
    db: Db, tenant_id: UUID, coming: Sequence[NewUser], *, managed_by: str
) -> tuple[dict[str, UUID], list[UserCreated]]:
    """Create users for the addresses that are unused, with this tenant as their default and its default
    roles; addresses in use are skipped. The tenant must have members already. Returns the new ids by
    address, and the events, which the caller announces together with its own."""
    added = await membership_queries.ADD_NEWCOMERS.all(
        db, tenant_id, [one.email for one in coming], [one.name for one in coming],
        [one.activated for one in coming], clock.now(), managed_by,
    )  # fmt: skip
    news = [UserCreated(tenant_id, one.id, one.email) for one in added]
    return {one.email: one.id for one in added}, news


async def require_temporary_access_enabled(db: Db) -> None:
    """Raises `TemporaryAccessOff` when the vendor has disabled temporary access."""
    if not await membership_queries.MAY_BE_TEMPORARY.one(db):
        raise TemporaryAccessOff("Temporary access is turned off")


async def list_reachable_tenants(db: Db, caller: Principal) -> list[UUID]:
    """The caller's tenant and, if the caller may enter them, the tenants below it, nearest first; the
    scope of the transaction is extended to them.

    A caller may enter them with the permission to see sub-accounts, together with either access to them or
    the permission to give others access.
    """
    if not await may_enter_tenants_below(db, caller):
        return [caller.tenant_id]
    below = await open_tenants_below(db, caller.tenant_id)
    return [caller.tenant_id, *(one.tenant_id for one in below)]


async def filter_reachable_tenants(
    db: Db, caller: Principal, tenant_ids: Iterable[UUID]
) -> list[UUID]:
    """Those of these tenants that `list_reachable_tenants` would return, without reading the whole tree."""
    wanted = set(tenant_ids)
    own = [caller.tenant_id] if caller.tenant_id in wanted else []
    below = wanted - {caller.tenant_id}
    if not below or not await may_enter_tenants_below(db, caller):
        return own
    return [*own, *(one.id for one in await filter_tenants_below(db, caller.tenant_id, below))]


async def may_enter_tenants_below(db: Db, caller: Principal) -> bool:
    """Whether the caller may enter the tenants below their own."""
    if not caller.may(Permission.ACCOUNT_HIERARCHY_READ_SUB_ACCOUNT):
        return False
    if caller.may(Permission.ACCOUNT_HIERARCHY_WRITE_SUB_ACCOUNT_ACCESS):
        return True
    person = caller.person_id
    own = await find_membership(db, caller.tenant_id, person) if person else None
    return own is not None and own.sub_account_access_allowed


async def inherit_membership(db: Db, caller: Principal, tenant_id: UUID) -> None:
    """Give the caller inherited access to this tenant below theirs, with the vendor's roles that they hold
    above, if they may enter it. It lasts while that stays so; an existing membership is not changed. Needs
    the system scope."""
    if await may_enter_tenants_below(db, caller):
        await membership_queries.INHERIT.run(
            db, caller.tenant_id, caller.user_id, tenant_id, clock.now()
        )


async def activate_membership(db: Db, tenant_id: UUID, user_id: UUID) -> None:
    """Activate the membership: the invitation is accepted. Nothing happens when the membership is gone.
    Needs the system scope."""
    await replace_default_tenant(db, tenant_id, user_id)
    await membership_queries.ACTIVATE_MEMBERSHIP.run(db, tenant_id, user_id)


async def replace_default_tenant(db: Db, tenant_id: UUID, user_id: UUID) -> None:
    """Make this the user's default tenant, unless the user has joined the present one. Call it before the
    membership changes, because `users` is locked first. Needs the system scope."""
    await REPLACE_DEFAULT_TENANT.run(db, tenant_id, user_id)


async def end_memberships(db: Db, user_id: UUID, tenant_ids: Sequence[UUID]) -> None:
    """End the user's memberships of these tenants."""
    await REPLACE_DEFAULT_TENANTS.run(db, [user_id], tenant_ids, None)
    await membership_queries.END_MEMBERSHIPS.run(db, user_id, tenant_ids, clock.now())


async def delete_next_members(db: Db, tenant_id: UUID, at_most: int) -> list[UUID]:
    """Delete at most this many memberships of a deleted tenant; returns the user ids. Needs the system
    scope."""
    user_ids = await membership_queries.LOCK_MEMBERS.all(db, tenant_id, at_most)
    await REPLACE_DEFAULT_TENANTS.run(db, user_ids, [tenant_id], None)
    await membership_queries.DELETE_MEMBERSHIPS.run(db, tenant_id, user_ids)
    return user_ids


async def rename_invited_member(db: Db, tenant_id: UUID, user_id: UUID, name: str) -> None:
    """Rename a member who has not accepted the invitation yet."""
    await RENAME_UNVERIFIED.run(db, user_id, tenant_id, name, clock.now())
    await membership_queries.RENAME_INVITED.run(db, tenant_id, user_id, name)


async def find_membership(db: Db, tenant_id: UUID, user_id: UUID) -> Membership | None:
    return await membership_queries.MEMBERSHIP.first(db, tenant_id, user_id)


async def allow_access_to_tenants_below(
    db: Db, tenant_id: UUID, user_id: UUID, allowed: bool | None
) -> None:
    """Set whether a new member may enter the tenants below; where the tenant allows it to all members, it
    cannot be denied. None keeps the tenant's default."""
    if allowed is not None:
        await membership_queries.SET_BELOW.run(db, tenant_id, user_id, allowed)


async def count_members(db: Db, tenant_id: UUID) -> int:
    """Number of members, including pending ones."""
    return await membership_queries.COUNT_MEMBERS.one(db, tenant_id)
