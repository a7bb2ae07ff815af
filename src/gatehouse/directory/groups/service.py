"""Groups of a tenant: the roles that they give, their members, and whether the tenant uses them."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.access.standing import block_writes_of_users
from gatehouse.audit.service import announce_event
from gatehouse.directory.groups import events, queries, schemas
from gatehouse.directory.groups.errors import GroupNotFound, GroupOutranksYou, ManagedElsewhere
from gatehouse.directory.groups.provisioning import (
    check_group_limit,
    guard_last_administrator,
    require_unused_group_name,
)
from gatehouse.directory.groups.queries import DIRECTORY, Group
from gatehouse.directory.people import administrators
from gatehouse.directory.people.errors import MemberNotFound, OutranksYou
from gatehouse.directory.people.service import get_members
from gatehouse.directory.roles.errors import BeyondOwn
from gatehouse.directory.roles.service import lock_and_reload_caller, require_assignable_roles
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db
from gatehouse.kit.plain_route import Json


async def describe_group(db: Db, tenant_id: UUID, group_id: UUID, status: int = 200) -> Json:
    """The group as `GroupOut`, with roles and members. Raises `GroupNotFound`."""
    text = await queries.GROUP["rolesAndUsers"].first(db, tenant_id, group_id)
    if text is None:
        raise GroupNotFound("The group was not found")
    return Json(text.encode(), status)


async def create_group(db: Db, caller: Principal, data: schemas.GroupCreate) -> UUID:
    """Create an empty group without roles. Raises `GroupNameTaken` or `TooManyGroups`."""
    caller = await lock_and_reload_caller(db, caller, Permission.WRITE_GROUPS)
    await check_group_limit(db, caller.tenant_id)
    await require_unused_group_name(db, caller.tenant_id, data.name, None)
    group_id = new_id()
    await queries.ADD.run(
        db, group_id, caller.tenant_id, data.name, data.color or None, data.description or "",
        data.metadata or "", clock.now(),
    )  # fmt: skip
    await announce_event(
        db, events.GroupCreated(caller.tenant_id, group_id, data.name), by=caller.actor
    )
    return group_id


async def change_group(
    db: Db, caller: Principal, group_id: UUID, data: schemas.GroupChange
) -> None:
    caller, group = await get_editable_group(db, caller, Permission.WRITE_GROUPS, group_id)
    name = data.name or group.name
    await require_unused_group_name(db, caller.tenant_id, name, group_id)
    await queries.CHANGE.run(
        db, caller.tenant_id, group_id, name,
        group.color if data.color is None else data.color or None,
        group.description if data.description is None else data.description,
        group.metadata if data.metadata is None else data.metadata,
        clock.now(),
    )  # fmt: skip
    await announce_event(db, events.GroupUpdated(caller.tenant_id, group_id, name), by=caller.actor)


async def delete_group(db: Db, caller: Principal, group_id: UUID) -> None:
    """Delete the group; its members lose its roles at once. Raises `people.LastAdmin`, and the errors of
    `get_editable_group`."""
    await block_writes_of_group_members(db, caller, group_id)
    caller, group = await get_editable_group(db, caller, Permission.DELETE_GROUPS, group_id)
    async with guard_last_administrator(db, caller.tenant_id, group_id):
        await queries.DELETE.run(db, caller.tenant_id, group_id)
    await announce_event(
        db, events.GroupDeleted(caller.tenant_id, group_id, group.name), by=caller.actor
    )


async def get_editable_group(
    db: Db, caller: Principal, permission: Permission, group_id: UUID
) -> tuple[Principal, Group]:
    """Reload the caller and return it with a group that it may change. Raises `GroupNotFound`,
    `ManagedElsewhere` when a directory manages the group, `GroupOutranksYou` when it has a role that the
    caller may not give."""
    caller, group = await get_group_for_role_change(db, caller, permission, group_id)
    if group.managed_by == DIRECTORY:
        raise ManagedElsewhere("This group is managed by your directory. Change it there.")
    return caller, group


async def get_group_for_role_change(
    db: Db, caller: Principal, permission: Permission, group_id: UUID
) -> tuple[Principal, Group]:
    """Reload the caller and return it with a group of which it may change the roles, also one managed by a
    directory. Raises `GroupNotFound`, or `GroupOutranksYou` when it has a role that the caller may not
    give."""
    caller = await lock_and_reload_caller(db, caller, permission)
    group = await queries.FIND.first(db, caller.tenant_id, group_id)
    if group is None:
        raise GroupNotFound("The group was not found")
    try:
        await require_assignable_roles(db, caller, group.role_ids)
    except BeyondOwn as error:
        raise GroupOutranksYou("This group has a role that you cannot assign") from error
    return caller, group


async def block_writes_of_group_members(db: Db, caller: Principal, group_id: UUID) -> None:
    """Stop the writes of members of the group, except the caller, before they lose its roles."""
    members = await queries.SOME_MEMBERS.all(db, caller.tenant_id, group_id)
    others = [user_id for user_id in members if user_id != caller.person_id]
    await block_writes_of_users(db, caller.tenant_id, others)


async def add_group_roles(
    db: Db, caller: Principal, group_id: UUID, role_ids: Iterable[UUID]
) -> None:
    """Add roles to the group; all of its members have them from now on. Raises `roles.RoleNotFound` or
    `roles.BeyondOwn`."""
    caller, group = await get_group_for_role_change(
        db, caller, Permission.WRITE_GROUPS_ROLES, group_id
    )
    wanted = [role.id for role in await require_assignable_roles(db, caller, role_ids)]
    await queries.ADD_ROLES.run(db, caller.tenant_id, group_id, wanted, clock.now())
    event = events.GroupRolesChanged(caller.tenant_id, group_id, group.name, wanted)
    await announce_event(db, event, by=caller.actor)


async def remove_group_roles(
    db: Db, caller: Principal, group_id: UUID, role_ids: Iterable[UUID]
) -> None:
    """Remove roles from the group; roles that it does not have are ignored. Raises `people.LastAdmin`."""
    await block_writes_of_group_members(db, caller, group_id)
    caller, group = await get_group_for_role_change(
        db, caller, Permission.WRITE_GROUPS_ROLES, group_id
    )
    gone = sorted(set(role_ids) & set(group.role_ids))
    async with guard_last_administrator(db, caller.tenant_id, group_id):
        await queries.DROP_ROLES.run(db, caller.tenant_id, group_id, gone, clock.now())
    event = events.GroupRolesChanged(caller.tenant_id, group_id, group.name, gone)
    await announce_event(db, event, by=caller.actor)


async def add_group_members(
    db: Db, caller: Principal, group_id: UUID, user_ids: Sequence[UUID]
) -> None:
    """Add members to the group; they have its roles from now on. Raises `people.MemberNotFound` or
    `people.OutranksYou`."""
    caller, group = await get_editable_group(db, caller, Permission.WRITE_GROUPS_USERS, group_id)
    wanted = await _get_manageable_user_ids(db, caller, user_ids)
    if missing := set(user_ids) - set(wanted):
        raise MemberNotFound("A user was not found", user_ids=sorted(map(str, missing)))
    await queries.ADD_MEMBERS.run(db, caller.tenant_id, group_id, wanted, clock.now())
    event = events.GroupUsersAdded(caller.tenant_id, group_id, group.name, wanted)
    await announce_event(db, event, by=caller.actor)


async def remove_group_members(
    db: Db, caller: Principal, group_id: UUID, user_ids: Sequence[UUID]
) -> None:
    """Remove members from the group, who lose its roles at once; users who are not in it are ignored.
    Raises `people.OutranksYou` or `people.LastAdmin`."""
    others = [user_id for user_id in user_ids if user_id != caller.person_id]
    await block_writes_of_users(db, caller.tenant_id, others)
    caller, group = await get_editable_group(db, caller, Permission.DELETE_GROUPS_USERS, group_id)
    gone = await _get_manageable_user_ids(db, caller, user_ids)
    async with guard_last_administrator(db, caller.tenant_id, group_id):
        await queries.DROP_MEMBERS.run(db, caller.tenant_id, group_id, gone, clock.now())
    event = events.GroupUsersRemoved(caller.tenant_id, group_id, group.name, gone)
    await announce_event(db, event, by=caller.actor)


async def _get_manageable_user_ids(
    db: Db, caller: Principal, user_ids: Sequence[UUID]
) -> list[UUID]:
    """Ids of those users who are members of the tenant. Raises `OutranksYou` when one ranks above the
    caller."""
    members = await get_members(db, [caller.tenant_id], user_ids)
    if any(member.level < caller.level for member in members):
        raise OutranksYou("This user's role ranks above your own")
    return [member.id for member in members]


ON = schemas.GroupConfiguration(enabled=True, roles_enabled=True)


async def read_group_configuration(db: Db, tenant_id: UUID) -> schemas.GroupConfiguration:
    return await queries.CONFIGURATION.first(db, tenant_id) or ON


async def change_group_configuration(
    db: Db, caller: Principal, data: schemas.GroupConfigurationChange
) -> schemas.GroupConfiguration:
    """Change the tenant's group settings. Switching roles of groups on or off gives or takes all of them,
    so it raises `GroupOutranksYou` when a group has a role that the caller may not give;
    `people.LastAdmin` when no administrator would remain."""
    caller = await lock_and_reload_caller(db, caller, Permission.WRITE_GROUPS_ROLES)
    before = await read_group_configuration(db, caller.tenant_id)
    after = schemas.GroupConfiguration(
        enabled=before.enabled if data.enabled is None else data.enabled,
        roles_enabled=before.roles_enabled if data.roles_enabled is None else data.roles_enabled,
    )
    if after == before:
        return before
    if after.gives_roles != before.gives_roles:
        await _require_assignable_group_roles(db, caller)
    await queries.CONFIGURE.run(
        db, caller.tenant_id, after.enabled, after.roles_enabled, clock.now()
    )
    if before.gives_roles and await queries.MAKES_ADMINS.one(db, caller.tenant_id, None):
        await administrators.require_remaining_administrator(db, caller.tenant_id)
    event = events.GroupConfigurationChanged(caller.tenant_id, after.enabled, after.roles_enabled)
    await announce_event(db, event, by=caller.actor)
    return after


async def _require_assignable_group_roles(db: Db, caller: Principal) -> None:
    try:
        await require_assignable_roles(
            db, caller, await queries.ROLES_OF_ALL.all(db, caller.tenant_id)
        )
    except BeyondOwn as error:
        raise GroupOutranksYou("A group has a role that you cannot assign") from error
