"""Reading a tenant's people, with their roles."""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from gatehouse.access.principal import Principal
from gatehouse.directory.people.errors import MemberNotFound, OutranksYou
from gatehouse.directory.people.models import Described, Member, Stats, TenantCount
from gatehouse.directory.people.read import queries
from gatehouse.directory.roles import service as roles
from gatehouse.directory.roles.models import CataloguedPermission
from gatehouse.kit import clock
from gatehouse.kit.db import Db

WEEK = timedelta(days=7)


async def get_members(db: Db, tenant_ids: Sequence[UUID], user_ids: Sequence[UUID]) -> list[Member]:
    """The memberships of these people in these tenants, in the order asked for: people first. Whoever is
    no member is left out."""
    if not user_ids:
        return []
    members = await queries.MEMBERS.all(db, list(tenant_ids), list(user_ids), clock.now())
    people = {user_id: place for place, user_id in enumerate(dict.fromkeys(user_ids))}
    tenants = {tenant_id: place for place, tenant_id in enumerate(tenant_ids)}
    return sorted(members, key=lambda one: (people[one.id], tenants[one.tenant_id]))


async def get_member(db: Db, tenant_id: UUID, user_id: UUID) -> Member:
    """`MemberNotFound` for people of other tenants too."""
    members = await get_members(db, [tenant_id], [user_id])
    if not members:
        raise MemberNotFound("The user was not found")
    return members[0]


async def manageable(db: Db, caller: Principal, user_id: UUID) -> Member:
    """A member who does not rank above the caller; `MemberNotFound`, `OutranksYou`."""
    member = await get_member(db, caller.tenant_id, user_id)
    if member.level < caller.level:
        raise OutranksYou("This user's role ranks above your own")
    return member


async def describe(
    db: Db, tenant_ids: Sequence[UUID], members: Sequence[Member]
) -> list[Described]:
    """People with roles and permissions spelt out, in two statements however many they are. The
    memberships of one person stand together; the first is the one that is shown."""
    used = list({role_id for member in members for role_id in member.role_ids})
    known = {role.id: role for role in await roles.roles_by_id(db, tenant_ids, used)}
    catalogue = await roles.permissions_of(db, tenant_ids, used)
    permitted: dict[tuple[UUID, ...], list[CataloguedPermission]] = {}
    people: list[Described] = []
    for member in members:
        own = [known[role_id] for role_id in member.role_ids if role_id in known]
        held = tuple(member.role_ids)
        if held not in permitted:
            ids = {permission_id for role in own for permission_id in role.permissions}
            permitted[held] = [one for one in catalogue if one.id in ids]
        described = Described(member, own, permitted[held], [])
        same = people and people[-1].member.id == member.id
        (people[-1].below if same else people).append(described)
    return people


async def describe_one(db: Db, tenant_id: UUID, user_id: UUID) -> Described:
    member = await get_member(db, tenant_id, user_id)
    return (await describe(db, [tenant_id], [member]))[0]


async def stats(db: Db, tenant_id: UUID) -> Stats:
    return await queries.STATS.one(db, tenant_id, clock.now() - WEEK)


async def count(
    db: Db, tenant_ids: Sequence[UUID], *, without_invisible: bool
) -> list[TenantCount]:
    return await queries.COUNTS.all(db, list(tenant_ids), without_invisible)
