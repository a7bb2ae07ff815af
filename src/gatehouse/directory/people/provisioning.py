"""Changes of members made by the tenant's directory. The caller must hold the tenant lock, and must have
stopped the user's writes if the change takes something away."""

from uuid import UUID

from gatehouse.audit.service import announce_all, announce_event
from gatehouse.directory.groups.queries import COPY_GROUPS
from gatehouse.directory.people import administrators, queries
from gatehouse.directory.people.events import UserDisabled, UserEnabled, removal_events
from gatehouse.directory.people.membership_queries import COPY_ROLES
from gatehouse.directory.people.memberships import end_memberships, rename_invited
from gatehouse.directory.people.models import Membership
from gatehouse.directory.users import service as users
from gatehouse.directory.users.events import UserUpdated
from gatehouse.directory.users.models import User
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.events import Actor


async def keep_provisioned_member(
    db: Db, tenant_id: UUID, user_id: UUID, *, activated: bool
) -> None:
    """The directory manages this member from now on; a member whose address is in a domain of the tenant
    is activated without accepting."""
    await queries.KEEP.run(db, tenant_id, user_id, activated)


async def let_go(db: Db, tenant_id: UUID, user_id: UUID) -> None:
    """Keep the member, who is no longer managed by the directory."""
    await queries.LET_GO.run(db, tenant_id, user_id)


async def hand_over(db: Db, tenant_id: UUID, from_id: UUID, to_id: UUID) -> None:
    """Copy the roles and groups of one member to another, when the directory declares them to be one user."""
    await COPY_ROLES.run(db, tenant_id, from_id, to_id)
    await COPY_GROUPS.run(db, tenant_id, from_id, to_id)


async def set_disabled(
    db: Db, member: Membership, user: User, *, disabled: bool, by: Actor
) -> None:
    """Disable or enable the member. Raises `LastAdmin` when no administrator would remain."""
    if member.is_disabled == disabled:
        return
    if disabled:
        await _keep_an_admin(db, member)
    await queries.HOLD.run(db, user.id)
    await queries.SET_DISABLED.run(db, member.tenant_id, user.id, disabled, clock.now())
    kind = UserDisabled if disabled else UserEnabled
    await announce_event(db, kind(member.tenant_id, user.id, user.email), by=by)


async def rename_provisioned_member(
    db: Db, member: Membership, user: User, name: str, *, by: Actor
) -> None:
    """Rename the member. A user whose default tenant is another one keeps their name."""
    if not member.activated:
        await rename_invited(db, member.tenant_id, user.id, name)
    elif user.default_tenant_id == member.tenant_id and user.name != name:
        await users.rename_user(db, user.id, name)
        await announce_event(db, UserUpdated(member.tenant_id, user.id, user.email), by=by)


async def remove_provisioned_member(db: Db, member: Membership, user: User, *, by: Actor) -> None:
    """End the membership. Raises `LastAdmin` when no administrator would remain."""
    await _keep_an_admin(db, member)
    await queries.HOLD.run(db, user.id)
    await end_memberships(db, user.id, [member.tenant_id])
    await users.forget_if_unused(db, user.id)
    await announce_all(db, removal_events(member.tenant_id, user.id, user.email), by=by)


async def _keep_an_admin(db: Db, member: Membership) -> None:
    if await administrators.is_one(db, member.tenant_id, member.user_id):
        await administrators.keep_one(db, member.tenant_id, without=member.user_id)
