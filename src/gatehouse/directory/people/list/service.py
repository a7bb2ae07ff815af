"""Pages of people: of the caller's tenant, and of the accounts below where rights reach them."""

from collections.abc import Sequence
from uuid import UUID

from starlette.requests import Request

from gatehouse.access.answered import read_page
from gatehouse.access.guard import acting
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.directory.people.list import queries
from gatehouse.directory.people.list.schemas import MemberListQuery
from gatehouse.directory.people.membership.service import in_reach, reached
from gatehouse.directory.people.models import Member, TenantCount
from gatehouse.directory.people.read import service as members
from gatehouse.directory.people.read.as_json import Shape
from gatehouse.directory.tenants.errors import TenantNotFound
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.plain_route import Json


async def list_users(
    request: Request, query: MemberListQuery, shape: Shape, tenant_id: UUID | None = None
) -> Json:
    """Who meets all that the query asks for; of several tenants each person once. `TenantNotFound` when
    the caller does not reach this one."""
    wanted = query.wanted(clock.now())
    if not query.include_sub_tenants and tenant_id is None:
        listed, looked_up = queries.list_for(shape, wanted, several=False)
        return await read_page(
            request, Permission.READ_USERS, listed, query.rows(), query.sort_by, *looked_up,
            **wanted.given,
        )  # fmt: skip
    async with acting(request, Permission.READ_USERS) as (db, caller):
        tenants = await _reached(db, caller, query, tenant_id)
        listed, looked_up = queries.list_for(shape, wanted, several=True)
        text = await listed.page(
            db,
            query.rows(),
            query.sort_by,
            tenants,
            clock.now(),
            *looked_up,
            **wanted.given,
        )
    return Json((text or "").encode())


async def _reached(
    db: Db, caller: Principal, query: MemberListQuery, tenant_id: UUID | None
) -> list[UUID]:
    """The tenants to list, nearest first."""
    if tenant_id in (None, caller.tenant_id):
        return await in_reach(db, caller) if query.include_sub_tenants else [caller.tenant_id]
    if not (found := await reached(db, caller, [tenant_id])):
        raise TenantNotFound("The account was not found")
    return found


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
    found = await reached(db, caller, tenant_ids)
    return await members.count(db, found, without_invisible=without_invisible)
