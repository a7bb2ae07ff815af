"""Reading a tenant's members, with their roles."""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from gatehouse.access.principal import Principal
from gatehouse.directory.people.errors import ManagedAbove, MemberNotFound, OutranksYou
from gatehouse.directory.people.models import Member, MemberStats, TenantCount
from gatehouse.directory.people.read import queries
from gatehouse.directory.roles import service as roles
from gatehouse.directory.roles.models import Role
from gatehouse.kit import clock
from gatehouse.kit.db import Db, Query
from gatehouse.kit.plain_route import Json

WEEK = timedelta(days=7)


async def get_members(db: Db, tenant_ids: Sequence[UUID], user_ids: Sequence[UUID]) -> list[Member]:
    """The memberships of these users in these tenants, ordered by the given users, then tenants. Users who
    are not members are left out."""
    if not user_ids:
        return []
    members = await queries.MEMBERS.all(db, list(tenant_ids), list(user_ids), clock.now())
    people = {user_id: place for place, user_id in enumerate(dict.fromkeys(user_ids))}
    tenants = {tenant_id: place for place, tenant_id in enumerate(tenant_ids)}
    return sorted(members, key=lambda one: (people[one.id], tenants[one.tenant_id]))


async def get_member(db: Db, tenant_id: UUID, user_id: UUID) -> Member:
    """The member. Raises `MemberNotFound`, also for users of other tenants."""
    members = await get_members(db, [tenant_id], [user_id])
    if not members:
        raise MemberNotFound("The user was not found")
    return members[0]


async def require_manageable(db: Db, caller: Principal, user_id: UUID) -> Member:
    """A member that the caller may manage. Raises `MemberNotFound`, `OutranksYou` when the member ranks
    above the caller, `ManagedAbove` when the access is inherited."""
    member = await get_member(db, caller.tenant_id, user_id)
    if member.inherited:
        raise ManagedAbove("This user's access comes from the account above and is managed there")
    if member.level < caller.level:
        raise OutranksYou("This user's role ranks above your own")
    return member


async def describe_member(db: Db, tenant_id: UUID, user_id: UUID) -> Json:
    """A member as `UserOut`. Raises `MemberNotFound`."""
    return Json(await _describe_with(db, queries.ONE_USER, tenant_id, user_id))


async def describe_in_team(db: Db, tenant_id: UUID, user_id: UUID) -> Json:
    """A member as `TeamUserItem`. Raises `MemberNotFound`."""
    return Json(
        b'{"item":' + await _describe_with(db, queries.ONE_TEAM_USER, tenant_id, user_id) + b"}"
    )


async def _describe_with(db: Db, statement: Query[str], tenant_id: UUID, user_id: UUID) -> bytes:
    return require_found((await statement.one(db, tenant_id, user_id, clock.now())).encode())


def require_found(text: bytes) -> bytes:
    if text == b"null":
        raise MemberNotFound("The user was not found")
    return text


async def roles_of(db: Db, tenant_id: UUID, user_id: UUID) -> list[Role]:
    """A member's roles, highest rank first. Raises `MemberNotFound`."""
    member = await get_member(db, tenant_id, user_id)
    return await roles.roles_by_id(db, [tenant_id], member.role_ids)


async def read_member_stats(db: Db, tenant_id: UUID) -> MemberStats:
    return await queries.STATS.one(db, tenant_id, clock.now() - WEEK)


async def count_members(
    db: Db, tenant_ids: Sequence[UUID], *, without_invisible: bool
) -> list[TenantCount]:
    return await queries.COUNTS.all(db, list(tenant_ids), without_invisible)
