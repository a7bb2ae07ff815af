"""Reading a tenant's members with their roles: one, several, and pages of lists, of the caller's tenant and
of the accounts below as far as the caller's rights reach."""

from collections.abc import Sequence
from uuid import UUID

from starlette.requests import Request

from gatehouse.access.errors import TenantNotFound
from gatehouse.access.guard import open_authorized_statement, open_authorized_transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.directory.people import queries
from gatehouse.directory.people.as_json import (
    TEAM_USER,
    USER,
    USER_ALONE,
    UserShape,
    render_page,
    render_user,
)
from gatehouse.directory.people.errors import ManagedAbove, MemberNotFound, OutranksYou
from gatehouse.directory.people.list_schemas import MemberListQuery
from gatehouse.directory.people.memberships import (
    filter_reachable_tenants,
    list_reachable_tenants,
    may_enter_tenants_below,
)
from gatehouse.directory.people.models import Member
from gatehouse.directory.people.schemas import TenantCountOut
from gatehouse.directory.roles import service as roles
from gatehouse.directory.roles.models import Role
from gatehouse.directory.tenants.service import MOST_BELOW, extend_scope_to_all_tenants
from gatehouse.kit import clock
from gatehouse.kit.db import Db, Query, Scope
from gatehouse.kit.jobs import JobContext, scheduled_job
from gatehouse.kit.plain_route import Json


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


async def get_manageable_member(db: Db, caller: Principal, user_id: UUID) -> Member:
    """A member that the caller may manage. Raises `MemberNotFound`, `OutranksYou` when the member ranks
    above the caller, `ManagedAbove` when the access is inherited."""
    member = await get_member(db, caller.tenant_id, user_id)
    if member.inherited:
        raise ManagedAbove("This user's access comes from the parent account and is managed there")
    if member.level < caller.level:
        raise OutranksYou("This user's role ranks above your own")
    return member


async def describe_member(db: Db, tenant_id: UUID, user_id: UUID) -> Json:
    """A member as `UserOut`. Raises `MemberNotFound`."""
    text = await _read_member(db, queries.ONE_USER, tenant_id, user_id)
    return Json(render_user(text, USER))


async def describe_member_alone(db: Db, tenant_id: UUID, user_id: UUID) -> Json:
    """A member as `UserAloneOut`, in one statement. Raises `MemberNotFound`."""
    text = await _read_member(db, queries.OWN_USER, tenant_id, user_id)
    return Json(render_user(text, USER_ALONE))


async def describe_team_member(db: Db, tenant_id: UUID, user_id: UUID) -> Json:
    """A member as `TeamUserItem`. Raises `MemberNotFound`."""
    text = await _read_member(db, queries.ONE_TEAM_USER, tenant_id, user_id)
    return Json(b'{"item":' + render_user(text, TEAM_USER) + b"}")


async def _read_member(db: Db, statement: Query[str], tenant_id: UUID, user_id: UUID) -> str:
    text = await statement.one(db, tenant_id, user_id, clock.now())
    if text == "null":
        raise MemberNotFound("The user was not found")
    return text


async def list_roles_of_member(db: Db, tenant_id: UUID, user_id: UUID) -> list[Role]:
    """A member's roles, highest rank first. Raises `MemberNotFound`."""
    member = await get_member(db, tenant_id, user_id)
    return await roles.list_roles_by_id(db, [tenant_id], member.role_ids)


async def list_users(
    request: Request, query: MemberListQuery, shape: UserShape, tenant_id: UUID | None = None
) -> Json:
    """A page of the members who match all filters; in several tenants each user once. Raises
    `TenantNotFound` when `tenant_id` is out of reach of the caller."""
    rows = query.rows()
    down = rows.order.upper() == "DESC"
    page = (query.wanted(clock.now()).to_filters(), query.sort_by, down, rows.limit, rows.offset)
    if tenant_id is None and not query.include_sub_tenants:
        async with open_authorized_statement(request, Permission.READ_USERS) as (db, caller):
            text = await queries.IN_OWN_TENANT[shape.name].one(
                db, caller.tenant_id, clock.now(), *page
            )
        return Json(render_page(text, shape=shape, limit=rows.limit))
    # Checking each row against a scope of thousands of tenants takes seconds, so the statements restrict the
    # tenants themselves.
    async with open_authorized_transaction(request, Permission.READ_USERS) as (db, caller):
        if tenant_id is None:
            below = MOST_BELOW if await may_enter_tenants_below(db, caller) else 0
            await extend_scope_to_all_tenants(db)
            text = await queries.WITH_ACCOUNTS_BELOW[shape.name].one(
                db, caller.tenant_id, below, clock.now(), *page
            )
        else:
            tenants = await _resolve_listed_tenants(db, caller, query, tenant_id)
            await extend_scope_to_all_tenants(db)
            text = await queries.IN_TENANTS[shape.name].one(db, tenants, clock.now(), *page)
    return Json(render_page(text, shape=shape, limit=rows.limit))


async def _resolve_listed_tenants(
    db: Db, caller: Principal, query: MemberListQuery, tenant_id: UUID
) -> list[UUID]:
    """The tenants to list, nearest first."""
    if tenant_id == caller.tenant_id:
        return (
            await list_reachable_tenants(db, caller)
            if query.include_sub_tenants
            else [caller.tenant_id]
        )
    if not (found := await filter_reachable_tenants(db, caller, [tenant_id])):
        raise TenantNotFound("The account was not found")
    return found


async def list_memberships_of_users(
    db: Db, caller: Principal, user_ids: Sequence[UUID]
) -> list[Member]:
    """The memberships of these users in the caller's tenant; if one of them is not found there, also in
    the accounts below."""
    found = await get_members(db, [caller.tenant_id], user_ids)
    if len(found) < len(set(user_ids)):
        found = await get_members(db, await list_reachable_tenants(db, caller), user_ids)
    return found


async def count_members_by_tenant(
    db: Db, caller: Principal, tenant_ids: Sequence[UUID], *, without_invisible: bool
) -> list[TenantCountOut]:
    """Member counts of those of these tenants that the caller reaches."""
    found = await filter_reachable_tenants(db, caller, tenant_ids)
    return await queries.COUNTS.all(db, found, without_invisible)


@scheduled_job("people.fold_counts", "* * * * *")
async def fold_member_counts(context: JobContext) -> None:
    """Fold the counts in batches of tenants, to keep transactions short."""
    folded = 1
    while folded:
        async with context.database.transaction(Scope.system()) as db:
            folded = await queries.FOLD_COUNTS.one(db)
