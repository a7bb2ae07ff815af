"""Pages of people: of the caller's tenant, and of the accounts below where rights reach them."""

from collections.abc import Sequence
from uuid import UUID

from gatehouse.access.principal import Principal
from gatehouse.directory.people.list import queries
from gatehouse.directory.people.list.models import Wanted
from gatehouse.directory.people.list.schemas import MemberListQuery, UsersV3Query
from gatehouse.directory.people.membership.service import in_reach
from gatehouse.directory.people.models import Described, Member, TenantCount
from gatehouse.directory.people.read import service as members
from gatehouse.directory.tenants.errors import TenantNotFound
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.lists import Page


async def list_users(db: Db, caller: Principal, query: MemberListQuery) -> Page[Described]:
    """Who meets all that the query asks for; of several tenants each person once."""
    tenants = [caller.tenant_id]
    if query.include_sub_tenants:
        tenants = await in_reach(db, caller)
    return await _page(db, tenants, query)


async def list_users_v3(db: Db, caller: Principal, query: UsersV3Query) -> Page[Described]:
    """The same, also of one account below; `TenantNotFound` when the caller does not reach it."""
    if query.tenant_id in (None, caller.tenant_id):
        return await list_users(db, caller, query)
    if query.tenant_id not in await in_reach(db, caller):
        raise TenantNotFound("The account was not found")
    return await _page(db, [query.tenant_id], query)


async def memberships_of(db: Db, caller: Principal, user_ids: Sequence[UUID]) -> list[Member]:
    """Of these people, in the caller's tenant; below it too when somebody is not found here."""
    found = await members.get_members(db, [caller.tenant_id], user_ids)
    if len(found) < len(set(user_ids)):
        found = await members.get_members(db, await in_reach(db, caller), user_ids)
    return found


async def count_by_tenant(
    db: Db, caller: Principal, tenant_ids: Sequence[UUID], *, without_invisible: bool
) -> list[TenantCount]:
    """Of these tenants, those that the caller reaches."""
    wanted, reached = set(tenant_ids), [caller.tenant_id]
    if not wanted <= set(reached):
        reached = await in_reach(db, caller)
    return await members.count(
        db, [one for one in reached if one in wanted], without_invisible=without_invisible
    )


async def _page(db: Db, tenants: list[UUID], query: MemberListQuery) -> Page[Described]:
    wanted = query.wanted(clock.now())
    if wanted is None:
        return Page([], 0, query.limit)
    ids = await _find(db, tenants, query, wanted)
    found = await members.get_members(db, tenants, ids.items)
    return Page(await members.describe(db, tenants, found), ids.total, ids.limit)


async def _find(db: Db, tenants: list[UUID], query: MemberListQuery, wanted: Wanted) -> Page[UUID]:
    several = len(tenants) > 1
    scope = (tenants if several else tenants[0], clock.now())
    if not several and wanted == Wanted():
        return await queries.EVERYBODY.page(db, query.rows(), query.sort_by, *scope)
    arguments = (
        *scope,
        f"%{_literal(wanted.text)}%",
        f"%{_literal(wanted.email_part)}%",
        f"{_literal(wanted.name_prefix)}%",
        wanted.email,
        wanted.ids,
        wanted.unenrolled,
        wanted.not_seen_since,
    )
    if wanted.phone is None and wanted.metadata is None:
        search = queries.MATCHING[several]
        return await search.page(db, query.rows(), query.sort_by, *arguments)
    search = queries.KNOWN_AS[several]
    facts = (wanted.phone, wanted.metadata)
    return await search.page(db, query.rows(), query.sort_by, *arguments, *facts)


def _literal(text: str) -> str:
    """For `like`: the text's own wildcards are literal; names and addresses are kept in lower case."""
    return text.lower().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
