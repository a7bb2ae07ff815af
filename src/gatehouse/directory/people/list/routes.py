"""Lists of members (wire-api §16.6; boot-calls §6: here the client's `_offset` counts pages)."""

from typing import Annotated

from fastapi import Query, Request, Response

from gatehouse.access.guard import Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.directory.people.list import jobs as _jobs  # noqa: F401  registers them
from gatehouse.directory.people.list import service
from gatehouse.directory.people.list.schemas import (
    AllUsersPage,
    AllUsersQuery,
    Ids,
    TeamPage,
    TeamQuery,
    UserGroupIds,
    UserRoleIds,
    UsersPage,
    UsersQuery,
    UsersV3Page,
    UsersV3Query,
)
from gatehouse.directory.people.models import MemberStats, TenantCount
from gatehouse.directory.people.read import service as members
from gatehouse.directory.people.read.as_json import TEAM_USER, USER, USER_EVERYWHERE, USER_V3
from gatehouse.directory.people.read.schemas import CountedTenants, StatsOut, TenantCountOut
from gatehouse.kit.plain_route import PlainRoute

hot = Router(tags=["Users"], route_class=PlainRoute)
router = Router(tags=["Users"])


@hot.get("/identity/resources/users/v2", response_model=UsersPage, response_model_exclude_none=True)
async def list_users(request: Request, query: Annotated[UsersQuery, Query()]) -> Response:
    """A page of the tenant's users with roles and permissions. `_offset` is the page number. A filtered
    list counts to 10,000."""
    return await service.list_users(request, query, USER)


@hot.get(
    "/identity/resources/users/v3", response_model=UsersV3Page, response_model_exclude_none=True
)
async def list_users_v3(request: Request, query: Annotated[UsersV3Query, Query()]) -> Response:
    """A page of the tenant's users; roles and groups are requested by id. `_preset` selects the tables of
    the security center. 404 when `_tenantId` is out of reach. A filtered list counts to 10,000."""
    return await service.list_users(request, query, USER_V3, query.tenant_id)


@hot.get(
    "/identity/resources/sub-tenants/users/v1",
    response_model=AllUsersPage,
    response_model_exclude_none=True,
)
async def list_all_users(request: Request, query: Annotated[AllUsersQuery, Query()]) -> Response:
    """A page of the users of the own account and of the accounts below it that the caller may enter, each
    user once, with the roles and permissions in each account in `tenants`. `_offset` is the page number."""
    everywhere = query.model_copy(update={"include_sub_tenants": True})
    return await service.list_users(request, everywhere, USER_EVERYWHERE)


@router.get(
    "/identity/resources/users/v3/roles",
    permission=Permission.READ_USERS,
    response_model=list[UserRoleIds],
)
async def list_roles_of_users(
    db: Transaction, caller: Caller, ids: Annotated[Ids, Query(default_factory=list)]
) -> list[UserRoleIds]:
    """Role ids of these users in each account that the caller reaches; users who are not members are left
    out."""
    found = await service.memberships_of(db, caller, ids)
    return [
        UserRoleIds(
            vendor_id=one.vendor_id, tenant_id=one.tenant_id, user_id=one.id, role_ids=one.role_ids
        )
        for one in found
    ]


@router.get(
    "/identity/resources/users/v3/groups",
    permission=Permission.READ_USERS,
    response_model=list[UserGroupIds],
)
async def list_groups_of_users(
    db: Transaction, caller: Caller, ids: Annotated[Ids, Query(default_factory=list)]
) -> list[UserGroupIds]:
    """Group ids of these users; users who are not members are left out."""
    found = await service.memberships_of(db, caller, ids)
    return [
        UserGroupIds(
            vendor_id=one.vendor_id,
            tenant_id=one.tenant_id,
            user_id=one.id,
            group_ids=one.group_ids,
        )
        for one in found
    ]


@hot.get("/team/resources/members/v1", response_model=TeamPage, response_model_exclude_none=True)
async def list_team_members(request: Request, query: Annotated[TeamQuery, Query()]) -> Response:
    """The older list of the team page: `pageOffset` is the page number, totals are at the top level."""
    return await service.list_users(request, query.as_users_query(), TEAM_USER)


@router.get(
    "/team/resources/stats/v1/members", permission=Permission.READ_USERS, response_model=StatsOut
)
async def get_team_stats(db: Transaction, caller: Caller) -> MemberStats:
    """Number of users, of users added within seven days, and of administrators."""
    return await members.read_member_stats(db, caller.tenant_id)


@router.post(
    "/identity/resources/tenants/users/v1/count",
    permission=Permission.READ_USERS,
    response_model=list[TenantCountOut],
)
async def count_users_of_tenants(
    db: Transaction, caller: Caller, data: CountedTenants
) -> list[TenantCount]:
    """Number of users of each of these tenants that the caller reaches: the own one, and accounts below."""
    return await service.count_by_tenant(
        db, caller, data.tenant_ids, without_invisible=data.exclude_invisible_users
    )
