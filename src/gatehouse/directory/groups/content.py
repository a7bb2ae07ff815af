"""The roles that a group gives, and its members."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.access.standing import stop_writes_of_all
from gatehouse.audit.actors import by_caller
from gatehouse.audit.service import announce_event
from gatehouse.directory.groups import queries
from gatehouse.directory.groups.events import (
    GroupRolesChanged,
    GroupUsersAdded,
    GroupUsersRemoved,
)
from gatehouse.directory.groups.service import group_below, own_group, stop_members
from gatehouse.directory.people import administrators
from gatehouse.directory.people.errors import MemberNotFound, OutranksYou
from gatehouse.directory.people.service import get_members
from gatehouse.directory.roles.assign import require_assignable_roles
from gatehouse.kit import clock
from gatehouse.kit.db import Db


async def add_roles(
    db: Db, caller: Principal, client: Client, group_id: UUID, role_ids: Iterable[UUID]
) -> None:
    """Add roles to the group; all of its members have them from now on. Raises `roles.RoleNotFound` or
    `roles.BeyondOwn`."""
    caller, group = await group_below(db, caller, Permission.WRITE_GROUPS_ROLES, group_id)
    wanted = [role.id for role in await require_assignable_roles(db, caller, role_ids)]
    await queries.ADD_ROLES.run(db, caller.tenant_id, group_id, wanted, clock.now())
    event = GroupRolesChanged(caller.tenant_id, group_id, group.name, wanted)
    await announce_event(db, event, by=by_caller(caller, client))


async def remove_roles(
    db: Db, caller: Principal, client: Client, group_id: UUID, role_ids: Iterable[UUID]
) -> None:
    """Remove roles from the group; roles that it does not have are ignored. Raises `people.LastAdmin`."""
    await stop_members(db, caller, group_id)
    caller, group = await group_below(db, caller, Permission.WRITE_GROUPS_ROLES, group_id)
    gone = sorted(set(role_ids) & set(group.role_ids))
    made_admins = await queries.MAKES_ADMINS.one(db, caller.tenant_id, group_id)
    await queries.DROP_ROLES.run(db, caller.tenant_id, group_id, gone, clock.now())
    if made_admins:
        await administrators.keep_one(db, caller.tenant_id)
    event = GroupRolesChanged(caller.tenant_id, group_id, group.name, gone)
    await announce_event(db, event, by=by_caller(caller, client))


async def add_members(
    db: Db, caller: Principal, client: Client, group_id: UUID, user_ids: Sequence[UUID]
) -> None:
    """Add members to the group; they have its roles from now on. Raises `people.MemberNotFound` or
    `people.OutranksYou`."""
    caller, group = await own_group(db, caller, Permission.WRITE_GROUPS_USERS, group_id)
    wanted = await _users_not_above(db, caller, user_ids)
    if missing := set(user_ids) - set(wanted):
        raise MemberNotFound("A user was not found", user_ids=sorted(map(str, missing)))
    await queries.ADD_MEMBERS.run(db, caller.tenant_id, group_id, wanted, clock.now())
    event = GroupUsersAdded(caller.tenant_id, group_id, group.name, wanted)
    await announce_event(db, event, by=by_caller(caller, client))


async def remove_members(
    db: Db, caller: Principal, client: Client, group_id: UUID, user_ids: Sequence[UUID]
) -> None:
    """Remove members from the group, who lose its roles at once; users who are not in it are ignored.
    Raises `people.OutranksYou` or `people.LastAdmin`."""
    others = [user_id for user_id in user_ids if user_id != caller.person_id]
    await stop_writes_of_all(db, caller.tenant_id, others)
    caller, group = await own_group(db, caller, Permission.DELETE_GROUPS_USERS, group_id)
    gone = await _users_not_above(db, caller, user_ids)
    made_admins = await queries.MAKES_ADMINS.one(db, caller.tenant_id, group_id)
    await queries.DROP_MEMBERS.run(db, caller.tenant_id, group_id, gone, clock.now())
    if made_admins:
        await administrators.keep_one(db, caller.tenant_id)
    event = GroupUsersRemoved(caller.tenant_id, group_id, group.name, gone)
    await announce_event(db, event, by=by_caller(caller, client))


async def _users_not_above(db: Db, caller: Principal, user_ids: Sequence[UUID]) -> list[UUID]:
    """Ids of those users who are members of the tenant. Raises `OutranksYou` when one ranks above the
    caller."""
    members = await get_members(db, [caller.tenant_id], user_ids)
    if any(member.level < caller.level for member in members):
        raise OutranksYou("This user's role ranks above your own")
    return [member.id for member in members]
