"""A tenant's members: lists, one member, changes and invitations (wire-api §16.6; boot-calls §6: in lists the
client's `_offset` counts pages)."""

from datetime import timedelta
from typing import Annotated
from uuid import UUID

from fastapi import Query, Request, Response

from gatehouse.access.guard import (
    OwnTransaction,
    SignedInPerson,
    Transaction,
    open_authorized_statement,
)
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal, refuse_impersonated
from gatehouse.access.router import Caller, Router
from gatehouse.directory.people import invite, manage, phone_numbers, queries, service
from gatehouse.directory.people.as_json import (
    TEAM_USER,
    USER,
    USER_EVERYWHERE,
    USER_V3,
)
from gatehouse.directory.people.list_schemas import (
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
from gatehouse.directory.people.phone_numbers import PhoneNumbersQuery, UserPhones
from gatehouse.directory.people.schemas import (
    CountedTenants,
    Expiration,
    ExpirationDate,
    Invitation,
    MemberChange,
    MemberRoles,
    RolesToChange,
    StatsOut,
    StatusesQuery,
    TeamUserItem,
    TemporaryUsers,
    TenantCountOut,
    UserAloneOut,
    UserOut,
    UserStatuses,
)
from gatehouse.directory.people.service import describe_team_member, list_roles_of_member
from gatehouse.kit import clock
from gatehouse.kit.db import Database, Db
from gatehouse.kit.plain_route import Json, PlainRoute
from gatehouse.kit.resources import AllResources
from gatehouse.kit.router import without_nulls
from gatehouse.kit.tenant_ids import TenantId
from gatehouse.vendor.current import CurrentConfiguration

WEEK = timedelta(days=7)

hot = Router(tags=["Users"], route_class=PlainRoute)
router = Router(tags=["Users"])


@hot.get("/identity/resources/users/v2", **without_nulls(UsersPage))
async def list_users(request: Request, query: Annotated[UsersQuery, Query()]) -> Response:
    """A page of the tenant's users with roles and permissions. `_offset` is the page number. A filtered
    list counts to 10,000."""
    return await service.list_users(request, query, USER)


@hot.get("/identity/resources/users/v3", **without_nulls(UsersV3Page))
async def list_users_v3(request: Request, query: Annotated[UsersV3Query, Query()]) -> Response:
    """A page of the tenant's users; roles and groups are requested by id. `_preset` selects the tables of
    the security center. 404 when `_tenantId` is out of reach. A filtered list counts to 10,000."""
    return await service.list_users(request, query, USER_V3, query.tenant_id)


@hot.get("/identity/resources/sub-tenants/users/v1", **without_nulls(AllUsersPage))
async def list_all_users(request: Request, query: Annotated[AllUsersQuery, Query()]) -> Response:
    """A page of the users of the own account and of the accounts below it that the caller may enter, each
    user once, with the roles and permissions in each account in `tenants`. `_offset` is the page number."""
    everywhere = query.model_copy(update={"include_sub_tenants": True})
    return await service.list_users(request, everywhere, USER_EVERYWHERE)


@router.get(
    "/identity/resources/users/v3/roles",
    permission=Permission.READ_USERS,
)
async def list_roles_of_users(
    db: Transaction, caller: Caller, ids: Annotated[Ids, Query(default_factory=list)]
) -> list[UserRoleIds]:
    """Role ids of these users in each account that the caller reaches; users who are not members are left
    out."""
    found = await service.list_memberships_of_users(db, caller, ids)
    return [
        UserRoleIds(
            vendor_id=one.vendor_id, tenant_id=one.tenant_id, user_id=one.id, role_ids=one.role_ids
        )
        for one in found
    ]


@router.get(
    "/identity/resources/users/v3/groups",
    permission=Permission.READ_USERS,
)
async def list_groups_of_users(
    db: Transaction, caller: Caller, ids: Annotated[Ids, Query(default_factory=list)]
) -> list[UserGroupIds]:
    """Group ids of these users; users who are not members are left out."""
    found = await service.list_memberships_of_users(db, caller, ids)
    return [
        UserGroupIds(
            vendor_id=one.vendor_id,
            tenant_id=one.tenant_id,
            user_id=one.id,
            group_ids=one.group_ids,
        )
        for one in found
    ]


@hot.get("/team/resources/members/v1", **without_nulls(TeamPage))
async def list_team_members(request: Request, query: Annotated[TeamQuery, Query()]) -> Response:
    """The older list of the team page: `pageOffset` is the page number, totals are at the top level."""
    return await service.list_users(request, query.as_users_query(), TEAM_USER)


@router.get(
    "/team/resources/stats/v1/members", permission=Permission.READ_USERS, response_model=StatsOut
)
async def get_team_stats(db: Transaction, caller: Caller) -> StatsOut:
    """Number of users, of users added within seven days, and of administrators."""
    return await queries.STATS.one(db, caller.tenant_id, clock.now() - WEEK)


@router.post("/identity/resources/tenants/users/v1/count", permission=Permission.READ_USERS)
async def count_users_of_tenants(
    db: Transaction, caller: Caller, data: CountedTenants
) -> list[TenantCountOut]:
    """Number of users of each of these tenants that the caller reaches: the own one, and accounts below."""
    return await service.count_members_by_tenant(
        db, caller, data.tenant_ids, without_invisible=data.exclude_invisible_users
    )


@router.get(
    "/identity/resources/users/phone-numbers/v2",
    permission=Permission.READ_USERS,
    response_model=UserPhones,
)
async def list_phone_numbers_of_users(
    db: Transaction, caller: Caller, query: Annotated[PhoneNumbersQuery, Query()]
) -> Response:
    """Phone numbers of the tenant's users; users without one are left out."""
    return await phone_numbers.list_phone_numbers(db, caller, query)


@router.get("/identity/resources/tenants/users/v1/statuses", response_model=list[UserStatuses])
async def list_user_statuses(
    request: Request, query: Annotated[StatusesQuery, Query()]
) -> Response:
    """The status of these users in the caller's tenant, from invitation to first sign-in. Users who are
    not members are left out."""
    async with open_authorized_statement(request, Permission.READ_USERS) as (db, caller):
        text = await queries.STATUSES.one(
            db, caller.tenant_id, query.user_ids, query.statuses or None
        )
    return Json(text.encode())


@router.get("/identity/resources/users/v1/{user_id}", response_model=UserAloneOut)
async def get_user(request: Request, user_id: UUID) -> Response:
    """A member of the caller's tenant, with roles and permissions."""
    async with open_authorized_statement(request, Permission.READ_USERS) as (db, caller):
        return await service.describe_member_alone(db, caller.tenant_id, user_id)


@router.put(
    "/team/resources/members/v1",
    permission=Permission.WRITE_UPDATE_USER,
    **without_nulls(TeamUserItem),
)
async def change_team_member(db: Transaction, caller: Caller, data: MemberChange) -> Response:
    """Change roles and name. `roleIds: [""]` clears the roles; changing roles also needs
    `fe.secure.write.usersRoles`.

    403 `members.outranks_you`, `roles.beyond_own`, `members.name_kept_elsewhere`; 409
    `members.last_admin`.
    """
    user_id = data.id or await manage.get_member_id_by_email(db, caller.tenant_id, data.email or "")
    await manage.change_member(
        db,
        caller,
        user_id,
        role_ids=data.wanted_roles,
        base_role_ids=data.base_role_ids,
        name=data.name,
    )
    return await describe_team_member(db, caller.tenant_id, user_id)


@router.delete("/team/resources/members/v1/{user_id}", permission=Permission.DELETE_USERS)
async def remove_team_member(db: Transaction, caller: Caller, user_id: UUID) -> Response:
    """End the membership. 403 `members.outranks_you`; 409 `members.last_admin`."""
    await manage.remove_member(db, caller, user_id)
    return Response()


@router.delete("/identity/resources/users/v1/{user_id}", permission=Permission.DELETE_USERS)
async def remove_user(db: Transaction, caller: Caller, user_id: UUID) -> Response:
    """End the membership, by the identity path: the user leaves this tenant, and no other."""
    await manage.remove_member(db, caller, user_id)
    return Response()


@router.delete("/identity/resources/users/v1/me/tenants/{tenant_id}")
async def leave_tenant(
    db: OwnTransaction, resources: AllResources, caller: SignedInPerson, tenant_id: TenantId
) -> Response:
    """End the caller's own membership of this account, which needs no permission. Sessions in another
    account of the caller continue. 403 `access.impersonated`, and `members.managed_above` where the
    membership is inherited from an account above; 404 without such a membership; 409 `members.last_admin`,
    and `tenants.staff_inside` where a member of the staff would have no account left."""
    refuse_impersonated(caller.impersonator_id)
    await manage.leave_tenant(db, resources[Database], caller, tenant_id)
    return Response()


@router.post(
    "/identity/resources/users/v1/{user_id}/roles",
    permission=Permission.WRITE_USERS_ROLES,
    status_code=201,
)
async def give_roles(
    db: Transaction, caller: Caller, user_id: UUID, data: RolesToChange
) -> MemberRoles:
    """Add roles to a member. 403 `roles.beyond_own`, `members.outranks_you`."""
    await manage.add_member_roles(db, caller, user_id, data.role_ids)
    return await _describe_member_roles(db, caller, user_id)


@router.delete(
    "/identity/resources/users/v1/{user_id}/roles",
    permission=Permission.DELETE_USERS_ROLES,
)
async def take_roles(
    db: Transaction, caller: Caller, user_id: UUID, data: RolesToChange
) -> MemberRoles:
    """Remove roles from a member (the body is sent with the DELETE). 409 `members.last_admin`."""
    await manage.remove_member_roles(db, caller, user_id, data.role_ids)
    return await _describe_member_roles(db, caller, user_id)


@router.post(
    "/identity/resources/tenants/users/v1/{user_id}/disable",
    permission=Permission.WRITE_ENABLE_DISABLE,
)
async def disable_user(db: Transaction, caller: Caller, user_id: UUID) -> Response:
    """Disable a member of this tenant. 409 `members.yourself`, `members.last_admin`."""
    await manage.set_member_disabled(db, caller, user_id, disabled=True)
    return Response()


@router.post(
    "/identity/resources/tenants/users/v1/{user_id}/enable",
    permission=Permission.WRITE_ENABLE_DISABLE,
)
async def enable_user(db: Transaction, caller: Caller, user_id: UUID) -> Response:
    """Enable a disabled member of this tenant."""
    await manage.set_member_disabled(db, caller, user_id, disabled=False)
    return Response()


@router.get(
    "/identity/resources/users/temporary/v1/configuration",
    permission=Permission.READ_USERS,
)
async def get_temporary_users_configuration(configuration: CurrentConfiguration) -> TemporaryUsers:
    """Whether temporary access is enabled."""
    return TemporaryUsers(enabled=configuration.vendor.temporary_users_enabled)


@router.put(
    "/identity/resources/users/temporary/v1/{user_id}",
    permission=Permission.WRITE_UPDATE_USER,
    status_code=201,
)
async def set_temporary_user(
    db: Transaction, caller: Caller, user_id: UUID, data: Expiration
) -> ExpirationDate:
    """Give the member temporary access, which expires by itself. 403 `memberships.temporary_off` where the
    vendor has disabled temporary access, `access.impersonated`; 409 `members.last_admin`,
    `members.yourself`."""
    refuse_impersonated(caller.impersonator_id)
    expires_at = await manage.make_member_temporary(db, caller, user_id, data.expiration_in_seconds)
    return ExpirationDate(
        temporary_expiration_date=expires_at, expiration_in_seconds=data.expiration_in_seconds
    )


@router.delete(
    "/identity/resources/users/temporary/v1/{user_id}", permission=Permission.WRITE_UPDATE_USER
)
async def set_permanent_user(db: Transaction, caller: Caller, user_id: UUID) -> Response:
    """Make the access of a temporary member permanent. 403 `access.impersonated`; 409 `members.yourself`."""
    refuse_impersonated(caller.impersonator_id)
    await manage.make_member_permanent(db, caller, user_id)
    return Response()


async def _describe_member_roles(db: Db, caller: Principal, user_id: UUID) -> MemberRoles:
    held = await list_roles_of_member(db, caller.tenant_id, user_id)
    return MemberRoles.from_roles(caller.tenant_id, user_id, held)


@router.post(
    "/identity/resources/users/v2",
    permission=Permission.WRITE_USERS,
    **without_nulls(UserOut),
    status_code=201,
)
async def invite_user(
    db: Transaction, caller: Caller, resources: AllResources, data: Invitation
) -> Response:
    """Invite a user, or resend the invitation: the client resends with `{email, provider}` alone.

    403 `admission.domain_refused` for an address that the account does not admit, `roles.beyond_own` for a
    role that exceeds the caller's own permissions or rank; 404 `roles.not_found`; 409
    `invitations.access_over` for a temporary member whose access has expired, without a new period. 403
    `prehooks.blocked` with the message of the vendor's own service, 503 `prehooks.unanswered`.
    """
    user_id = await invite.invite_user(db, resources, caller, data)
    answer = await service.describe_member(db, caller.tenant_id, user_id)
    answer.status_code = 201
    return answer
