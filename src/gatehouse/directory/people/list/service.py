"""Pages of members: of the caller's tenant, and of the accounts below as far as the caller's rights reach."""

from collections.abc import Sequence
from uuid import UUID

from starlette.requests import Request

from gatehouse.access.errors import TenantNotFound
from gatehouse.access.guard import acting_principal
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.access.single_statement_reads import read_authorized_json
from gatehouse.directory.people.list import queries
from gatehouse.directory.people.list.schemas import MemberListQuery
from gatehouse.directory.people.membership.service import (
    in_reach,
    rights_flow_down,
    tenants_in_reach,
)
from gatehouse.directory.people.models import Member, TenantCount
from gatehouse.directory.people.read import service as members
from gatehouse.directory.people.read.as_json import UserShape
from gatehouse.directory.tenants.service import MOST_BELOW, see_all
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.plain_route import Json


async def list_users(
    request: Request, query: MemberListQuery, shape: UserShape, tenant_id: UUID | None = None
) -> Json:
    """A page of the members who match all filters; in several tenants each user once. Raises
    `TenantNotFound` when `tenant_id` is out of reach of the caller."""
    rows = query.rows()
    down = rows.order.upper() == "DESC"
    page = (query.wanted(clock.now()).as_json(), query.sort_by, down, rows.limit, rows.offset)
    if tenant_id is None and not query.include_sub_tenants:
        statement = queries.IN_OWN_TENANT[shape.name]
        return await read_authorized_json(request, Permission.READ_USERS, statement, *page)
    # Checking each row against a scope of thousands of tenants takes seconds, so the statements restrict the
    # tenants themselves.
    async with acting_principal(request, Permission.READ_USERS) as (db, caller):
        if tenant_id is None:
            below = MOST_BELOW if await rights_flow_down(db, caller) else 0
            await see_all(db)
            text = await queries.WITH_ACCOUNTS_BELOW[shape.name].one(
                db, caller.tenant_id, below, clock.now(), *page
            )
        else:
            tenants = await _tenants_to_list(db, caller, query, tenant_id)
            await see_all(db)
            text = await queries.IN_TENANTS[shape.name].one(db, tenants, clock.now(), *page)
    return Json(text.encode())


async def _tenants_to_list(
    db: Db, caller: Principal, query: MemberListQuery, tenant_id: UUID
) -> list[UUID]:
    """The tenants to list, nearest first."""
    if tenant_id == caller.tenant_id:
        return await in_reach(db, caller) if query.include_sub_tenants else [caller.tenant_id]
    if not (found := await tenants_in_reach(db, caller, [tenant_id])):
        raise TenantNotFound("The account was not found")
    return found


async def memberships_of(db: Db, caller: Principal, user_ids: Sequence[UUID]) -> list[Member]:
    """The memberships of these users in the caller's tenant; if one of them is not found there, also in
    the accounts below."""
    found = await members.get_members(db, [caller.tenant_id], user_ids)
    if len(found) < len(set(user_ids)):
        found = await members.get_members(db, await in_reach(db, caller), user_ids)
    return found


async def count_by_tenant(
    db: Db, caller: Principal, tenant_ids: Sequence[UUID], *, without_invisible: bool
) -> list[TenantCount]:
    """Member counts of those of these tenants that the caller reaches."""
    found = await tenants_in_reach(db, caller, tenant_ids)
    return await members.count_members(db, found, without_invisible=without_invisible)
