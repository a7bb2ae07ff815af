"""The roles that groups of an identity provider grant."""

from typing import Any
from uuid import UUID

from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.audit.service import announce_event
from gatehouse.directory.roles.service import require_assignable_roles
from gatehouse.identity.sso.connections import queries
from gatehouse.identity.sso.connections.models import SsoConnection
from gatehouse.identity.sso.connections.schemas import SsoGroupChange, SsoGroupIn, SsoGroupOut
from gatehouse.identity.sso.connections.service import lock_connection_for_change
from gatehouse.identity.sso.errors import SsoGroupExists, SsoGroupNotFound, TooManySsoGroups
from gatehouse.identity.sso.events import SsoGroupCreated, SsoGroupDeleted, SsoGroupUpdated
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db
from gatehouse.kit.list_changes import merge_list

MOST = 200  # of one connection
MAY_WRITE = Permission.WRITE_SAML_CONFIGURATION
MAY_DELETE = Permission.DELETE_SAML_CONFIGURATION


async def create_sso_group(
    db: Db, caller: Principal, connection_id: UUID, data: SsoGroupIn
) -> SsoGroupOut:
    """Create a group. Raises `SsoGroupExists`, `TooManySsoGroups`, `roles.BeyondOwn`, and the errors of
    `lock_connection_for_change`."""
    caller, _ = await lock_connection_for_change(db, caller, MAY_WRITE, connection_id)
    roles = [role.id for role in await require_assignable_roles(db, caller, data.role_ids)]
    if await queries.COUNT_GROUPS.one(db, caller.tenant_id, connection_id) >= MOST:
        raise TooManySsoGroups(f"A connection can have at most {MOST} groups", most=MOST)
    group_id = await queries.ADD_GROUP.first(
        db, caller.tenant_id, connection_id, new_id(), data.group, clock.now()
    )
    if group_id is None:
        raise _build_group_exists(data.group)
    await queries.SET_GROUP_ROLES.run(db, caller.tenant_id, group_id, roles)
    event = SsoGroupCreated(caller.tenant_id, connection_id, group_id, data.group, roles)
    await announce_event(db, event, by=caller.actor)
    return SsoGroupOut(id=group_id, group=data.group, role_ids=sorted(roles))


async def change_sso_group(
    db: Db, caller: Principal, connection_id: UUID, group_id: UUID, data: SsoGroupChange
) -> None:
    """Change a group. Raises `SsoGroupNotFound`, `SsoGroupExists`, `roles.BeyondOwn`, and the errors of
    `lock_connection_for_change`."""
    caller, connection = await lock_connection_for_change(db, caller, MAY_WRITE, connection_id)
    before = _get_sso_group(connection, group_id)
    name = data.group or before["group"]
    held = [UUID(role) for role in before["roleIds"]]
    wanted = held if data.role_ids is None else merge_list(held, data.base_role_ids, data.role_ids)
    roles = [role.id for role in await require_assignable_roles(db, caller, wanted)]
    if await queries.GROUP_NAME_TAKEN.one(db, caller.tenant_id, connection_id, name, group_id):
        raise _build_group_exists(name)
    await queries.RENAME_GROUP.run(db, caller.tenant_id, connection_id, group_id, name)
    await queries.SET_GROUP_ROLES.run(db, caller.tenant_id, group_id, roles)
    event = SsoGroupUpdated(caller.tenant_id, connection_id, group_id, name, roles)
    await announce_event(db, event, by=caller.actor)


async def delete_sso_group(db: Db, caller: Principal, connection_id: UUID, group_id: UUID) -> None:
    """Delete a group. Raises `SsoGroupNotFound`, and the errors of `lock_connection_for_change`."""
    caller, connection = await lock_connection_for_change(db, caller, MAY_DELETE, connection_id)
    before = _get_sso_group(connection, group_id)
    await queries.DELETE_GROUP.run(db, caller.tenant_id, connection_id, group_id)
    event = SsoGroupDeleted(caller.tenant_id, connection_id, group_id, before["group"])
    await announce_event(db, event, by=caller.actor)


def _get_sso_group(connection: SsoConnection, group_id: UUID) -> dict[str, Any]:
    for group in connection.groups:
        if group["id"] == str(group_id):
            return group
    raise SsoGroupNotFound("The group was not found")


def _build_group_exists(name: str) -> SsoGroupExists:
    return SsoGroupExists(f"The group {name} has already been added")
