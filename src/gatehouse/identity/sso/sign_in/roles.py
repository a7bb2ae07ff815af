"""Synchronizes roles with the groups that the provider sends, at each sign-in. Manually assigned roles
stay."""

from collections.abc import Collection
from uuid import UUID

from gatehouse.audit.service import announce_event
from gatehouse.directory.people import administrators
from gatehouse.directory.people.errors import LastAdmin
from gatehouse.directory.people.membership_queries import ADD_ROLES, DELETE_ROLES
from gatehouse.identity.sso.connections.models import SsoConnection
from gatehouse.identity.sso.sign_in import queries
from gatehouse.identity.sso.sign_in.events import SsoRolesFollowed
from gatehouse.kit.db import Db
from gatehouse.kit.events import Actor


def of_groups(connection: SsoConnection, names: Collection[str]) -> list[UUID]:
    """The roles that the provider's groups of these names grant."""
    found = (
        UUID(role)
        for group in connection.groups
        if group["group"] in names
        for role in group["roleIds"]
    )
    return sorted(set(found))


async def sync_group_roles(
    db: Db, tenant_id: UUID, user_id: UUID, wanted: list[UUID], by: Actor, *, takes: bool
) -> None:
    """Add the roles of the groups, and with `takes` remove those that came from other groups. The caller
    holds the tenant's lock. The last administrator keeps the role."""
    was_admin = await administrators.is_one(db, tenant_id, user_id)
    given = await ADD_ROLES.all(db, tenant_id, user_id, wanted)
    if given:
        given = await queries.ADD_GIVEN_ROLES.all(db, tenant_id, user_id, given)
    await queries.BEGIN_TAKING.run(db)
    taken = await _take_other_roles(db, tenant_id, user_id, wanted) if takes else []
    try:
        if taken and was_admin:
            await administrators.keep_one(db, tenant_id)
    except LastAdmin:
        await queries.UNDO_TAKING.run(db)
        taken = []
    if given or taken:
        event = SsoRolesFollowed(tenant_id, user_id, sorted(given), sorted(taken))
        await announce_event(db, event, by=by)


async def _take_other_roles(
    db: Db, tenant_id: UUID, user_id: UUID, wanted: list[UUID]
) -> list[UUID]:
    given = await queries.DELETE_OTHER_GIVEN_ROLES.all(db, tenant_id, user_id, wanted)
    return await DELETE_ROLES.all(db, tenant_id, user_id, given) if given else []
