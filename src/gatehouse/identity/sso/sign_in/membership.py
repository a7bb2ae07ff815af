"""The membership of a user who signs in through a connection, and its roles: they follow the groups that the
provider sends, at each sign-in. Manually assigned roles stay."""

from collections.abc import Collection
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.directory.people import administrators, memberships
from gatehouse.directory.people.errors import LastAdmin
from gatehouse.directory.people.membership_queries import ADD_ROLES, DELETE_ROLES
from gatehouse.directory.users.models import User
from gatehouse.identity.activation.events import InvitationAccepted
from gatehouse.identity.sso.claims import ClaimedGroups
from gatehouse.identity.sso.connections.models import SsoConnection
from gatehouse.identity.sso.events import SsoGroupsLeftOut, SsoRolesFollowed, SsoUserJoined
from gatehouse.identity.sso.sign_in import queries
from gatehouse.kit.db import Db
from gatehouse.kit.events import Actor


async def join_tenant(
    db: Db, connection: SsoConnection, user: User, groups: ClaimedGroups, client: Client
) -> None:
    """Make the user a member with the connection's roles, or accept a pending invitation. Roles of groups are
    synchronized; none is removed if the identity provider left groups out."""
    tenant_id, by = connection.tenant_id, by_person(user.id, user.email, client)
    membership = await memberships.find_membership(db, tenant_id, user.id)
    if membership is None:
        role_ids = connection.role_ids or None
        made = await memberships.add_member(
            db, tenant_id=tenant_id, user_id=user.id, email=user.email, by=by, role_ids=role_ids,
            activated=True,
        )  # fmt: skip
        await memberships.replace_default_tenant(db, tenant_id, user.id)
        event = SsoUserJoined(tenant_id, user.id, user.email, list(made.role_ids))
        await announce_event(db, event, by=by)
    elif not membership.activated and not membership.is_disabled:
        await memberships.activate_membership(db, tenant_id, user.id)
        await announce_event(db, InvitationAccepted(tenant_id, user.id), by=by)
    if connection.groups and not groups.is_complete:
        await announce_event(db, SsoGroupsLeftOut(tenant_id, user.id, connection.id), by=by)
    wanted = _roles_of_groups(connection, groups.names)
    await _sync_group_roles(db, tenant_id, user.id, wanted, by, takes=groups.is_complete)


def _roles_of_groups(connection: SsoConnection, names: Collection[str]) -> list[UUID]:
    """The roles that the provider's groups of these names grant."""
    found = (
        UUID(role)
        for group in connection.groups
        if group["group"] in names
        for role in group["roleIds"]
    )
    return sorted(set(found))


async def _sync_group_roles(
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
