"""Pages of a tenant's people."""

from datetime import timedelta
from uuid import UUID

from gatehouse.directory.members import service as members
from gatehouse.directory.members.models import Described, Member
from gatehouse.directory.roster import queries
from gatehouse.directory.roster.models import UserPhone
from gatehouse.directory.roster.queries import Search
from gatehouse.directory.roster.schemas import MemberListQuery, UsersQuery, UsersV3Query
from gatehouse.directory.tenants.errors import TenantNotFound
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.lists import ListOf, Page

ANYTHING = "%"


async def list_users(db: Db, tenant_id: UUID, query: UsersQuery) -> Page[Described]:
    """Filtered by a part of name or address, or by ids."""
    if query.ids:
        return await _page(db, tenant_id, query, queries.CHOSEN, query.ids)
    if query.filter:
        pattern = _contains(query.filter)
        return await _page(db, tenant_id, query, queries.MATCHING, pattern, ANYTHING, ANYTHING)
    return await _page(db, tenant_id, query, queries.EVERYBODY)


async def list_users_v3(db: Db, tenant_id: UUID, query: UsersV3Query) -> Page[Described]:
    """The same with the presets of the security center; `TenantNotFound` for another tenant."""
    if query.tenant_id not in (None, tenant_id):
        raise TenantNotFound("The account was not found")
    if query.preset == "mfa-unenrolled":
        return await _page(db, tenant_id, query, queries.UNENROLLED)
    if query.preset == "inactive":
        before = clock.now() - timedelta(seconds=query.max_inactive_seconds)
        return await _page(db, tenant_id, query, queries.INACTIVE, before)
    if query.preset == "breached-passwords":
        # A breached password is refused when it is chosen, so nobody has one.
        return Page([], 0, query.limit)
    if query.email or query.name_prefix:
        everywhere = _contains(query.filter) if query.filter else ANYTHING
        email = _contains(query.email) if query.email else ANYTHING
        name = f"{_literal(query.name_prefix)}%"
        return await _page(db, tenant_id, query, queries.MATCHING, everywhere, email, name)
    same = UsersQuery.model_construct(**query.model_dump(include=set(UsersQuery.model_fields)))
    return await list_users(db, tenant_id, same)


async def phones_of(db: Db, tenant_id: UUID, user_ids: list[UUID]) -> list[UserPhone]:
    """Those of these people who have a number."""
    return await queries.WITH_PHONE.all(db, tenant_id, user_ids)


async def _page(
    db: Db,
    tenant_id: UUID,
    query: MemberListQuery,
    listed: ListOf[UUID] | Search,
    *arguments: object,
) -> Page[Described]:
    ids = await listed.page(db, query.rows(), query.sort_by, tenant_id, clock.now(), *arguments)
    found: list[Member] = await members.get_members(db, tenant_id, ids.items)
    return Page(await members.describe(db, tenant_id, found), ids.total, ids.limit)


def _literal(text: str) -> str:
    """For `like`: the text's own wildcards are literal; names and addresses are kept in lower case."""
    return text.lower().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def _contains(text: str) -> str:
    return f"%{_literal(text)}%"
