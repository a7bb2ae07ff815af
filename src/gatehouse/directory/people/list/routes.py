"""Lists of people (wire-api §16.6; boot-calls §6: here the client's `_offset` counts pages)."""

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response

from gatehouse.access.guard import Transaction, require
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.directory.people.list import service
from gatehouse.directory.people.list.schemas import (
    Ids,
    PageMetadata,
    TeamPage,
    TeamQuery,
    UserGroupIds,
    Usernames,
    UserPhones,
    UserRoleIds,
    UsersPage,
    UsersQuery,
    UsersV3Page,
    UsersV3Query,
)
from gatehouse.directory.people.models import Described, Stats, TenantCount
from gatehouse.directory.people.read import service as members
from gatehouse.directory.people.read.answer import Json, Writer, answer
from gatehouse.directory.people.read.schemas import CountedTenants, StatsOut, TenantCountOut
from gatehouse.kit.lists import Page

CanRead = Annotated[Principal, require(Permission.READ_USERS)]

router = APIRouter(tags=["Users"])


@router.get(
    "/identity/resources/users/v2", response_model=UsersPage, response_model_exclude_none=True
)
async def list_users(
    db: Transaction, caller: CanRead, query: Annotated[UsersQuery, Query()]
) -> Response:
    """A page of the tenant's people with roles and permissions. `_offset` is the page's number."""
    return _page(await service.list_users(db, caller, query), Writer().user)


@router.get(
    "/identity/resources/users/v3", response_model=UsersV3Page, response_model_exclude_none=True
)
async def list_users_v3(
    db: Transaction, caller: CanRead, query: Annotated[UsersV3Query, Query()]
) -> Response:
    """A page of the tenant's people; roles and groups are asked for by id. `_preset` are the tables
    of the security center. 404 when `_tenantId` is out of reach."""
    return _page(await service.list_users_v3(db, caller, query), Writer().user_v3)


@router.get("/identity/resources/users/v3/roles", response_model=list[UserRoleIds])
async def list_roles_of_users(
    db: Transaction, caller: CanRead, ids: Annotated[Ids, Query(default_factory=list)]
) -> list[UserRoleIds]:
    """Role ids of these people in each account that the caller reaches; who is no member is left out."""
    found = await service.memberships_of(db, caller, ids)
    return [
        UserRoleIds(
            vendor_id=one.vendor_id, tenant_id=one.tenant_id, user_id=one.id, role_ids=one.role_ids
        )
        for one in found
    ]


@router.get("/identity/resources/users/v3/groups", response_model=list[UserGroupIds])
async def list_groups_of_users(
    db: Transaction, caller: CanRead, ids: Annotated[Ids, Query(default_factory=list)]
) -> list[UserGroupIds]:
    """Group ids of these people."""
    found = await service.memberships_of(db, caller, ids)
    return [
        UserGroupIds(vendor_id=one.vendor_id, tenant_id=one.tenant_id, user_id=one.id, group_ids=[])
        for one in found
    ]


@router.get("/identity/resources/usernames/v1", response_model=Usernames)
async def list_usernames(caller: CanRead) -> Usernames:
    """Names for signing in without an address; people here sign in by address, so nobody has one."""
    return Usernames(items=[], metadata=PageMetadata(total_items=0, total_pages=0))


@router.get("/identity/resources/users/phone-numbers/v2", response_model=UserPhones)
async def list_phone_numbers_of_users(
    db: Transaction,
    caller: CanRead,
    ids: Annotated[Ids, Query(alias="userIds", default_factory=list)],
) -> UserPhones:
    """Phone numbers of these people, those that have one."""
    return UserPhones.of(await service.memberships_of(db, caller, ids))


@router.get("/team/resources/members/v1", response_model=TeamPage, response_model_exclude_none=True)
async def list_team_members(
    db: Transaction, caller: CanRead, query: Annotated[TeamQuery, Query()]
) -> Response:
    """The older list of the team page: `pageOffset` is the page's number, totals are at the top."""
    page = await service.list_users(db, caller, query.as_users_query())
    items = [*map(Writer().team_user, page.items)]
    return answer({"items": items, "totalItems": page.total, "totalPages": page.pages})


@router.get("/team/resources/stats/v1/members", response_model=StatsOut)
async def get_team_stats(db: Transaction, caller: CanRead) -> Stats:
    """How many people, how many new within seven days, how many administrators."""
    return await members.stats(db, caller.tenant_id)


@router.post("/identity/resources/tenants/users/v1/count", response_model=list[TenantCountOut])
async def count_users_of_tenants(
    db: Transaction, caller: CanRead, data: CountedTenants
) -> list[TenantCount]:
    """People of each of these tenants, those that the caller reaches: the own, and accounts below."""
    return await service.count_by_tenant(
        db, caller, data.tenant_ids, without_invisible=data.exclude_invisible_users
    )


def _page(page: Page[Described], write: Callable[[Described], Json]) -> Response:
    totals = {"totalItems": page.total, "totalPages": page.pages}
    return answer({"items": [*map(write, page.items)], "_metadata": totals})
