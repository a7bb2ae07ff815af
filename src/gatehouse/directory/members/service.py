"""Reading a tenant's people, with their roles."""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from gatehouse.access.actor import Actor
from gatehouse.directory.members import queries
from gatehouse.directory.members.errors import MemberNotFound, OutranksYou
from gatehouse.directory.members.models import Described, Member, Stats, TenantCount
from gatehouse.directory.roles import service as roles
from gatehouse.directory.roles.models import CataloguedPermission
from gatehouse.kit import clock
from gatehouse.kit.db import Db

WEEK = timedelta(days=7)


async def get_members(db: Db, tenant_id: UUID, user_ids: Sequence[UUID]) -> list[Member]:
    """These people in the order asked for; whoever is no member is left out."""
    if not user_ids:
        return []
    members = await queries.MEMBERS.all(db, tenant_id, list(user_ids), clock.now())
    by_id = {member.id: member for member in members}
    return [by_id[user_id] for user_id in dict.fromkeys(user_ids) if user_id in by_id]


async def get_member(db: Db, tenant_id: UUID, user_id: UUID) -> Member:
    """`MemberNotFound` for people of other tenants too."""
    members = await get_members(db, tenant_id, [user_id])
    if not members:
        raise MemberNotFound("The user was not found")
    return members[0]


async def manageable(db: Db, actor: Actor, user_id: UUID) -> Member:
    """A member who does not rank above the caller; `MemberNotFound`, `OutranksYou`."""
    member = await get_member(db, actor.tenant_id, user_id)
    if member.level < actor.level:
        raise OutranksYou("This user's role ranks above your own")
    return member


async def describe(db: Db, tenant_id: UUID, members: Sequence[Member]) -> list[Described]:
    """Members with roles and permissions spelt out, in two statements however many they are."""
    used = list({role_id for member in members for role_id in member.role_ids})
    known = {role.id: role for role in await roles.roles_by_id(db, tenant_id, used)}
    catalogue = await roles.permissions_of(db, tenant_id, used)
    permitted: dict[tuple[UUID, ...], list[CataloguedPermission]] = {}
    described = []
    for member in members:
        own = [known[role_id] for role_id in member.role_ids if role_id in known]
        held = tuple(member.role_ids)
        if held not in permitted:
            ids = {permission_id for role in own for permission_id in role.permissions}
            permitted[held] = [one for one in catalogue if one.id in ids]
        described.append(Described(member, own, permitted[held]))
    return described


async def describe_one(db: Db, tenant_id: UUID, user_id: UUID) -> Described:
    member = await get_member(db, tenant_id, user_id)
    return (await describe(db, tenant_id, [member]))[0]


async def stats(db: Db, tenant_id: UUID) -> Stats:
    return await queries.STATS.one(db, tenant_id, clock.now() - WEEK)


async def count_by_tenant(
    db: Db, tenant_ids: Sequence[UUID], *, without_invisible: bool
) -> list[TenantCount]:
    """Of these tenants, those in the caller's scope."""
    return await queries.COUNTS.all(db, list(tenant_ids), without_invisible)
