"""Removes or releases the users and groups of a deleted connection."""

from collections.abc import Awaitable, Callable
from uuid import UUID

from gatehouse.access.standing import block_writes
from gatehouse.audit.service import announce_all
from gatehouse.directory.groups import provisioning as groups
from gatehouse.directory.people import provisioning as people
from gatehouse.directory.people.errors import LastAdmin
from gatehouse.directory.tenants.service import lock_tenant
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.kit.events import Actor
from gatehouse.kit.jobs import JobContext, job, scheduled_job
from gatehouse.kit.units import UnitFailures
from gatehouse.scim.connections import queries
from gatehouse.scim.connections.queries import EndingConnection
from gatehouse.scim.groups.queries import DELETE_GROUP_LINK
from gatehouse.scim.users.queries import DELETE_USER_LINK

AT_ONCE = 200

Step = Callable[[Db, EndingConnection, UUID], Awaitable[None]]


@scheduled_job("scim.end_left_connections", "33 * * * *")
@job("scim.end_connections")
async def end_deleted_connections(context: JobContext) -> None:
    """Remove or release what deleted connections manage; by the clock, what an earlier run did not finish."""
    database = context.database
    async with database.transaction(Scope.system()) as db:
        ending = await queries.ENDING.all(db)
    with UnitFailures("scim.end_connections") as failures:
        for one in ending:
            with failures.caught(tenant_id=one.tenant_id, connection_id=one.id):
                await _clear_deleted_connection(database, one)


async def _clear_deleted_connection(database: Database, one: EndingConnection) -> None:
    """Remove or release the connection's groups, then its users, then delete the connection. Groups come
    first, so that users lose the roles of these groups. Each step is a transaction."""
    for some, remove, let_go in (
        (queries.SOME_GROUPS, _remove_group, _release_group),
        (queries.SOME_USERS, _remove_user, _release_user),
    ):
        while True:
            async with database.transaction(Scope.system()) as db:
                found = await some.all(db, one.tenant_id, one.id, AT_ONCE)
            for identifier in found:
                await _remove_or_release(database, one, identifier, remove, let_go)
            if len(found) < AT_ONCE:
                break
    async with database.transaction(Scope.system()) as db:
        await queries.DELETE.run(db, one.tenant_id, one.id)


async def _remove_or_release(
    database: Database, one: EndingConnection, identifier: UUID, remove: Step, let_go: Step
) -> None:
    """Remove or release one user or group. The last administrator and the user who deleted the connection are
    released only."""
    if one.removes_people and identifier != one.removed_by:
        try:
            async with database.transaction(Scope.system()) as db:
                await remove(db, one, identifier)
            return
        except LastAdmin:
            pass  # nothing of it was kept
    async with database.transaction(Scope.system()) as db:
        await let_go(db, one, identifier)


async def _remove_group(db: Db, one: EndingConnection, group_id: UUID) -> None:
    await lock_tenant(db, one.tenant_id)
    await DELETE_GROUP_LINK.run(db, one.tenant_id, group_id)
    await groups.delete_provisioned_group(
        db, one.tenant_id, group_id, by=_build_directory_actor(one)
    )


async def _release_group(db: Db, one: EndingConnection, group_id: UUID) -> None:
    await DELETE_GROUP_LINK.run(db, one.tenant_id, group_id)
    await groups.release_provisioned_group(db, one.tenant_id, group_id)


async def _remove_user(db: Db, one: EndingConnection, user_id: UUID) -> None:
    await block_writes(db, one.tenant_id, user_id)
    await lock_tenant(db, one.tenant_id)
    await DELETE_USER_LINK.run(db, one.tenant_id, user_id)
    member = await people.MEMBER.first(db, one.tenant_id, user_id)
    if member is not None:
        events = await people.remove_provisioned_member(db, member)
        await announce_all(db, events, by=_build_directory_actor(one))


async def _release_user(db: Db, one: EndingConnection, user_id: UUID) -> None:
    await DELETE_USER_LINK.run(db, one.tenant_id, user_id)
    await people.release_provisioned_member(db, one.tenant_id, user_id)


def _build_directory_actor(one: EndingConnection) -> Actor:
    return Actor("directory", one.id, None, one.name)
