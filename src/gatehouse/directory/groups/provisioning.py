"""Groups managed by the tenant's directory, which sets their names and members. The caller must hold the
tenant lock, and must have stopped the writes of members who lose something."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from uuid import UUID

from gatehouse.audit.service import announce_event
from gatehouse.directory.groups import events, queries
from gatehouse.directory.groups.errors import GroupNameTaken, TooManyGroups
from gatehouse.directory.groups.queries import MOST_GROUPS
from gatehouse.directory.people import administrators
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db
from gatehouse.kit.events import Actor


async def create_provisioned_group(db: Db, tenant_id: UUID, name: str, *, by: Actor) -> UUID:
    """Create an empty group. Raises `GroupNameTaken` or `TooManyGroups`."""
    await check_group_limit(db, tenant_id)
    await require_unused_group_name(db, tenant_id, name, None)
    group_id = new_id()
    await queries.ADD_KEPT_ELSEWHERE.run(db, group_id, tenant_id, name, clock.now())
    await announce_event(db, events.GroupCreated(tenant_id, group_id, name), by=by)
    return group_id


async def rename_provisioned_group(
    db: Db, tenant_id: UUID, group_id: UUID, name: str, *, by: Actor
) -> None:
    """Rename the group, if it exists. Raises `GroupNameTaken`."""
    group = await queries.FIND.first(db, tenant_id, group_id)
    if group is None or group.name == name:
        return
    await require_unused_group_name(db, tenant_id, name, group_id)
    await queries.CHANGE.run(
        db, tenant_id, group_id, name, group.color, group.description, group.metadata, clock.now()
    )
    await announce_event(db, events.GroupUpdated(tenant_id, group_id, name), by=by)


async def add_provisioned_members(
    db: Db, tenant_id: UUID, group_id: UUID, name: str, user_ids: Sequence[UUID], *, by: Actor
) -> bool:
    """Add members to the group; returns whether at least one was new."""
    added = await queries.ADD_KEPT_MEMBERS.all(db, tenant_id, group_id, list(user_ids))
    if added:
        await announce_event(
            db, events.GroupUsersAdded(tenant_id, group_id, name, sorted(added)), by=by
        )
    return bool(added)


async def remove_provisioned_members(
    db: Db, tenant_id: UUID, group_id: UUID, name: str, user_ids: Sequence[UUID], *, by: Actor
) -> None:
    """Remove members from the group, who lose its roles at once. Raises `people.LastAdmin`."""
    if not user_ids:
        return
    async with guard_last_administrator(db, tenant_id, group_id):
        await queries.DROP_MEMBERS.run(db, tenant_id, group_id, list(user_ids), clock.now())
    await announce_event(
        db, events.GroupUsersRemoved(tenant_id, group_id, name, sorted(user_ids)), by=by
    )


async def delete_provisioned_group(db: Db, tenant_id: UUID, group_id: UUID, *, by: Actor) -> None:
    """Delete the group, if it exists. Raises `people.LastAdmin`."""
    group = await queries.FIND.first(db, tenant_id, group_id)
    if group is None:
        return
    async with guard_last_administrator(db, tenant_id, group_id):
        await queries.DELETE.run(db, tenant_id, group_id)
    await announce_event(db, events.GroupDeleted(tenant_id, group_id, group.name), by=by)


async def release_provisioned_group(db: Db, tenant_id: UUID, group_id: UUID) -> None:
    """Keep the group, but managed in Gatehouse instead of the directory."""
    await queries.LET_GO.run(db, tenant_id, group_id)


@asynccontextmanager
async def guard_last_administrator(db: Db, tenant_id: UUID, group_id: UUID) -> AsyncIterator[None]:
    """Around a change that takes roles of the group from members. Raises `people.LastAdmin`."""
    made_admins = await queries.MAKES_ADMINS.one(db, tenant_id, group_id)
    yield
    if made_admins:
        await administrators.require_remaining_administrator(db, tenant_id)


async def check_group_limit(db: Db, tenant_id: UUID) -> None:
    if await queries.COUNT.one(db, tenant_id) >= MOST_GROUPS:
        raise TooManyGroups(
            f"An organization can have at most {MOST_GROUPS:,} groups", most=MOST_GROUPS
        )


async def require_unused_group_name(
    db: Db, tenant_id: UUID, name: str, group_id: UUID | None
) -> None:
    if await queries.TAKEN.one(db, tenant_id, name, group_id):
        raise GroupNameTaken("A group with this name already exists", name=name)
