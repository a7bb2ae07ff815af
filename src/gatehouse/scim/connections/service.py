"""Connecting directories: making, changing and deleting connections, and their tokens."""

from uuid import UUID

from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.access.standing import block_writes
from gatehouse.audit.service import announce_event
from gatehouse.directory.roles.errors import BeyondOwn
from gatehouse.directory.roles.service import lock_and_reload_caller, require_assignable_roles
from gatehouse.directory.tenants.service import lock_tenant
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id, new_token, token_hash
from gatehouse.kit.db import Db
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.jobs import enqueue
from gatehouse.scim import events
from gatehouse.scim.caller import build_scim_base_url
from gatehouse.scim.connections import queries
from gatehouse.scim.connections.queries import StoredScimConnection
from gatehouse.scim.connections.schemas import (
    ConnectionChange,
    ConnectionMade,
    DirectoryConnectionIn,
)
from gatehouse.scim.errors import (
    ScimConnectionNotFound,
    ScimConnectionOutranksYou,
    TooManyScimConnections,
)

MOST = 20


async def get_scim_connection(
    db: Db, caller: Principal, connection_id: UUID
) -> StoredScimConnection:
    """Raises `ScimConnectionNotFound`."""
    found = await queries.FIND.first(db, caller.tenant_id, connection_id)
    if found is None:
        raise ScimConnectionNotFound("The connection was not found")
    return found


async def count_users_of_connection(db: Db, caller: Principal, connection_id: UUID) -> int:
    """Count the users that the directory manages. Raises `ScimConnectionNotFound`."""
    await get_scim_connection(db, caller, connection_id)
    return await queries.COUNT_USERS.one(db, caller.tenant_id, connection_id)


async def create_scim_connection(
    db: Db, caller: Principal, deployment: Deployment, data: DirectoryConnectionIn
) -> ConnectionMade:
    """Raises `TooManyScimConnections`."""
    await lock_tenant(db, caller.tenant_id)
    if await queries.COUNT.one(db, caller.tenant_id) >= MOST:
        raise TooManyScimConnections(
            f"An organization can have at most {MOST} connections", most=MOST
        )
    made = _create_token(deployment, new_id(), data.name)
    await queries.ADD.run(
        db, made.id, caller.tenant_id, data.name, data.source, data.sync_to_user_management,
        token_hash(made.token), clock.now(),
    )  # fmt: skip
    event = events.ConnectionCreated(caller.tenant_id, made.id, data.name)
    await announce_event(db, event, by=caller.actor)
    return made


async def change_scim_connection(
    db: Db, caller: Principal, connection_id: UUID, data: ConnectionChange
) -> None:
    """Raises `ScimConnectionNotFound`."""
    known = await _lock_scim_connection(db, caller, connection_id)
    name = data.connection_name or known.connection_name
    is_on = known.sync_to_user_management
    if data.sync_to_user_management is not None:
        is_on = data.sync_to_user_management
    if (name, is_on) == (known.connection_name, known.sync_to_user_management):
        return
    await queries.CHANGE.run(db, caller.tenant_id, connection_id, name, is_on)
    event = events.ConnectionUpdated(caller.tenant_id, connection_id, name, is_on)
    await announce_event(db, event, by=caller.actor)


async def rotate_scim_token(
    db: Db, caller: Principal, deployment: Deployment, connection_id: UUID
) -> ConnectionMade:
    """Another token; the one before opens nothing from now on. `ScimConnectionNotFound`, and
    `ScimConnectionOutranksYou`: with a token one could join a group that gives more than the caller may."""
    known = await _lock_scim_connection(db, caller, connection_id)
    caller = await lock_and_reload_caller(db, caller, Permission.WRITE_PROVISIONING_CONFIGURATION)
    try:
        given = await queries.ROLES_GIVEN.all(db, caller.tenant_id, connection_id)
        await require_assignable_roles(db, caller, given)
    except BeyondOwn as error:
        raise ScimConnectionOutranksYou(
            "A group of this directory has a role that you cannot assign"
        ) from error
    made = _create_token(deployment, known.id, known.connection_name)
    await queries.ROTATE.run(
        db, caller.tenant_id, connection_id, token_hash(made.token), clock.now()
    )
    event = events.TokenRotated(caller.tenant_id, connection_id, known.connection_name)
    await announce_event(db, event, by=caller.actor)
    return made


async def delete_scim_connection(
    db: Db, caller: Principal, connection_id: UUID, *, with_people: bool
) -> None:
    """Delete the connection. Its token is invalid at once; a job removes its users or releases them. Raises
    `ScimConnectionNotFound`."""
    known = await _lock_scim_connection(db, caller, connection_id)
    await queries.END.run(
        db, caller.tenant_id, connection_id, clock.now(), with_people, caller.person_id
    )
    event = events.ConnectionDeleted(
        caller.tenant_id, connection_id, known.connection_name, with_people
    )
    await announce_event(db, event, by=caller.actor)
    await enqueue(db, "scim.end_connections")


def _create_token(deployment: Deployment, connection_id: UUID, name: str) -> ConnectionMade:
    address = build_scim_base_url(deployment, connection_id)
    return ConnectionMade(
        id=connection_id, connection_name=name, token=new_token(), base_url=address
    )


async def _lock_scim_connection(
    db: Db, caller: Principal, connection_id: UUID
) -> StoredScimConnection:
    """Once the directory has written what it is writing."""
    await block_writes(db, caller.tenant_id, connection_id)
    return await get_scim_connection(db, caller, connection_id)
