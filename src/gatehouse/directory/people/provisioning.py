"""Changes of members made by the tenant's directory. The caller must hold the tenant lock, and must have
stopped the user's writes if the change takes something away. Functions return the events of a change, which
the caller announces together with its own."""

from dataclasses import dataclass
from uuid import UUID

from gatehouse.directory.groups.queries import COPY_GROUPS
from gatehouse.directory.people import administrators, queries
from gatehouse.directory.people.events import UserDisabled, UserEnabled, build_removal_events
from gatehouse.directory.people.membership_queries import COPY_ROLES
from gatehouse.directory.people.memberships import end_memberships, rename_invited_member
from gatehouse.directory.users import service as users
from gatehouse.directory.users.events import UserUpdated
from gatehouse.kit import clock
from gatehouse.kit.db import Db, Query
from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class ProvisionedMember:
    """A membership with what a directory changes of it. `email`, `name` and `verified` are those of the
    account."""

    tenant_id: UUID
    user_id: UUID
    email: str
    name: str
    verified: bool
    default_tenant_id: UUID | None
    invited_name: str | None
    activated: bool
    is_disabled: bool

    def has_name(self, name: str) -> bool:
        """Whether the user has this name where this tenant may set it."""
        is_own = self.default_tenant_id == self.tenant_id
        if self.activated:
            return self.name == name or not is_own
        return self.invited_name == name and (self.name == name or self.verified or not is_own)


MEMBER = Query(
    ProvisionedMember,
    """
    select m.tenant_id, m.user_id, u.email, u.name, u.verified, u.default_tenant_id, m.invited_name,
      m.activated, m.is_disabled
    from memberships m join users u on u.id = m.user_id
    where m.tenant_id = $1 and m.user_id = $2
    """,
)


async def mark_member_provisioned(
    db: Db, tenant_id: UUID, user_id: UUID, *, activated: bool
) -> None:
    """The directory manages this member from now on; a member whose address is in a domain of the tenant
    is activated without accepting."""
    await queries.KEEP.run(db, tenant_id, user_id, activated)


async def release_provisioned_member(db: Db, tenant_id: UUID, user_id: UUID) -> None:
    """Keep the member, who is no longer managed by the directory."""
    await queries.LET_GO.run(db, tenant_id, user_id)


async def copy_roles_and_groups(db: Db, tenant_id: UUID, from_id: UUID, to_id: UUID) -> None:
    """Copy the roles and groups of one member to another, when the directory declares them to be one user."""
    await COPY_ROLES.run(db, tenant_id, from_id, to_id)
    await COPY_GROUPS.run(db, tenant_id, from_id, to_id)


async def set_provisioned_member_disabled(
    db: Db, member: ProvisionedMember, *, disabled: bool
) -> list[Event]:
    """Disable or enable the member. Raises `LastAdmin` when no administrator would remain."""
    if member.is_disabled == disabled:
        return []
    if disabled:
        await administrators.require_another_administrator(db, member.tenant_id, member.user_id)
    await queries.HOLD.run(db, member.user_id)
    await queries.SET_DISABLED.run(db, member.tenant_id, member.user_id, disabled, clock.now())
    kind = UserDisabled if disabled else UserEnabled
    return [kind(member.tenant_id, member.user_id, member.email)]


async def rename_provisioned_member(db: Db, member: ProvisionedMember, name: str) -> list[Event]:
    """Rename the member. A user whose default tenant is another one keeps their name."""
    if member.has_name(name):
        return []
    if not member.activated:
        await rename_invited_member(db, member.tenant_id, member.user_id, name)
        return []
    await users.rename_user(db, member.user_id, name)
    return [UserUpdated(member.tenant_id, member.user_id, member.email)]


async def remove_provisioned_member(db: Db, member: ProvisionedMember) -> list[Event]:
    """End the membership. Raises `LastAdmin` when no administrator would remain."""
    await administrators.require_another_administrator(db, member.tenant_id, member.user_id)
    await queries.HOLD.run(db, member.user_id)
    await end_memberships(db, member.user_id, [member.tenant_id])
    await users.delete_user_if_unused(db, member.user_id)
    return build_removal_events(member.tenant_id, member.user_id, member.email)
