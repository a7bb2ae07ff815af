"""Creating, changing and deleting groups of a tenant."""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.access.standing import stop_writes_of_all
from gatehouse.audit.actors import by_caller
from gatehouse.audit.service import announce_event
from gatehouse.directory.groups import queries
from gatehouse.directory.groups.errors import (
    GroupNameTaken,
    GroupNotFound,
    GroupOutranksYou,
    ManagedElsewhere,
    TooManyGroups,
)
from gatehouse.directory.groups.events import GroupCreated, GroupDeleted, GroupUpdated
from gatehouse.directory.groups.models import DIRECTORY, MOST_GROUPS, Group
from gatehouse.directory.groups.schemas import GroupChange, GroupCreate
from gatehouse.directory.people import administrators
from gatehouse.directory.roles.assign import in_turn, require_assignable_roles
from gatehouse.directory.roles.errors import BeyondOwn
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db
from gatehouse.kit.plain_route import Json


async def describe_group(db: Db, tenant_id: UUID, group_id: UUID, status: int = 200) -> Json:
    """The group as `GroupOut`, with roles and members. Raises `GroupNotFound`."""
    text = await queries.GROUP_AS_IT_IS.one(db, tenant_id, group_id)
    return Json(require_found(text.encode()), status)


def require_found(text: bytes) -> bytes:
    if text == b"null":
        raise GroupNotFound("The group was not found")
    return text


async def create_group(db: Db, caller: Principal, client: Client, data: GroupCreate) -> UUID:
    """Create an empty group without roles. Raises `GroupNameTaken` or `TooManyGroups`."""
    caller = await in_turn(db, caller, Permission.WRITE_GROUPS)
    if await queries.COUNT.one(db, caller.tenant_id) >= MOST_GROUPS:
        raise TooManyGroups(f"An account has at most {MOST_GROUPS:,} groups", most=MOST_GROUPS)
    await _refuse_taken(db, caller.tenant_id, data.name, None)
    group_id = new_id()
    await queries.ADD.run(
        db, group_id, caller.tenant_id, data.name, data.color or None, data.description or "",
        data.metadata or "", clock.now(),
    )  # fmt: skip
    event = GroupCreated(caller.tenant_id, group_id, data.name)
    await announce_event(db, event, by=by_caller(caller, client))
    return group_id


async def change_group(
    db: Db, caller: Principal, client: Client, group_id: UUID, data: GroupChange
) -> None:
    caller, group = await own_group(db, caller, Permission.WRITE_GROUPS, group_id)
    name = data.name or group.name
    await _refuse_taken(db, caller.tenant_id, name, group_id)
    await queries.CHANGE.run(
        db, caller.tenant_id, group_id, name,
        group.color if data.color is None else data.color or None,
        group.description if data.description is None else data.description,
        group.metadata if data.metadata is None else data.metadata,
        clock.now(),
    )  # fmt: skip
    event = GroupUpdated(caller.tenant_id, group_id, name)
    await announce_event(db, event, by=by_caller(caller, client))


async def delete_group(db: Db, caller: Principal, client: Client, group_id: UUID) -> None:
    """Delete the group; its members lose its roles at once. Raises `people.LastAdmin`, and the errors of
    `own_group`."""
    await stop_members(db, caller, group_id)
    caller, group = await own_group(db, caller, Permission.DELETE_GROUPS, group_id)
    made_admins = await queries.MAKES_ADMINS.one(db, caller.tenant_id, group_id)
    await queries.DELETE.run(db, caller.tenant_id, group_id)
    if made_admins:
        await administrators.keep_one(db, caller.tenant_id)
    event = GroupDeleted(caller.tenant_id, group_id, group.name)
    await announce_event(db, event, by=by_caller(caller, client))


async def own_group(
    db: Db, caller: Principal, permission: Permission, group_id: UUID
) -> tuple[Principal, Group]:
    """Reload the caller and return it with a group that it may change. Raises `GroupNotFound`,
    `ManagedElsewhere` when a directory manages the group, `GroupOutranksYou` when it has a role that the
    caller may not give."""
    caller, group = await group_below(db, caller, permission, group_id)
    if group.managed_by == DIRECTORY:
        raise ManagedElsewhere("This group is kept by your directory. Change it there.")
    return caller, group


async def group_below(
    db: Db, caller: Principal, permission: Permission, group_id: UUID
) -> tuple[Principal, Group]:
    """Reload the caller and return it with a group of which it may change the roles, also one managed by a
    directory. Raises `GroupNotFound`, or `GroupOutranksYou` when it has a role that the caller may not
    give."""
    caller = await in_turn(db, caller, permission)
    group = await queries.FIND.first(db, caller.tenant_id, group_id)
    if group is None:
        raise GroupNotFound("The group was not found")
    try:
        await require_assignable_roles(db, caller, group.role_ids)
    except BeyondOwn as error:
        raise GroupOutranksYou("This group has a role that you may not give") from error
    return caller, group


async def stop_members(db: Db, caller: Principal, group_id: UUID) -> None:
    """Stop the writes of members of the group, except the caller, before they lose its roles."""
    members = await queries.SOME_MEMBERS.all(db, caller.tenant_id, group_id)
    others = [user_id for user_id in members if user_id != caller.person_id]
    await stop_writes_of_all(db, caller.tenant_id, others)


async def _refuse_taken(db: Db, tenant_id: UUID, name: str, group_id: UUID | None) -> None:
    if await queries.TAKEN.one(db, tenant_id, name, group_id):
        raise GroupNameTaken("A group with this name already exists", name=name)
