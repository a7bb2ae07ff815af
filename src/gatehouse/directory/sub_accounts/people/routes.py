"""Users of sub-accounts (wire-api §16.8, sub-tenants; admin portal, all accounts)."""

from uuid import UUID

from fastapi.responses import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.directory.sub_accounts.people import service
from gatehouse.directory.sub_accounts.people.schemas import (
    PeopleInAccount,
    PersonInAccounts,
    PersonOutOfAccounts,
    RolesInAccounts,
    RolesToSetInAccounts,
    SubAccountAccess,
)
from gatehouse.kit.resources import AllResources

router = Router(prefix="/identity/resources/sub-tenants/users", tags=["Sub-accounts"])


@router.post("/v1", permission=Permission.WRITE_USER_SUB_TENANTS, status_code=201)
async def add_user_to_sub_tenants(
    db: Transaction,
    caller: Caller,
    client: CurrentClient,
    resources: AllResources,
    data: PersonInAccounts,
) -> Response:
    """Invite a user into accounts that the caller may enter; also needs `fe.secure.write.users`. 404 when
    one is out of reach, 403 `roles.beyond_own`; then no invitation is made."""
    await service.add_person(db, resources, caller, client, data)
    return Response(status_code=201)


@router.delete("/v1", permission=Permission.WRITE_USER_SUB_TENANTS)
async def remove_user_from_sub_tenants(
    db: Transaction, caller: Caller, client: CurrentClient, data: PersonOutOfAccounts
) -> Response:
    """End a user's memberships in these accounts (the body is sent with the DELETE); also needs
    `fe.secure.delete.users`. 404 `members.not_found`, 409 `members.last_admin`; then no membership ends."""
    tenant_ids = [one.tenant_id for one in data.sub_tenants]
    await service.remove_person(db, caller, client, data.user_id, tenant_ids)
    return Response()


@router.put(
    "/v1/{user_id}/access", permission=Permission.ACCOUNT_HIERARCHY_WRITE_SUB_ACCOUNT_ACCESS
)
async def set_sub_account_access(
    db: Transaction,
    caller: Caller,
    client: CurrentClient,
    user_id: UUID,
    data: SubAccountAccess,
) -> Response:
    """Allow a member of the caller's account to enter the accounts below it, or revoke it. 403
    `members.outranks_you`; 409 `sub_accounts.access_always_on`."""
    await service.set_access(db, caller, client, user_id, allowed=data.allow_access)
    return Response()


@router.patch("/v1/{user_id}/roles", permission=Permission.WRITE_USER_SUB_TENANTS)
async def set_user_roles_in_sub_tenants(
    db: Transaction,
    caller: Caller,
    client: CurrentClient,
    user_id: UUID,
    data: RolesToSetInAccounts,
) -> Response:
    """Set the roles of the user in each account: exactly these; also needs `fe.secure.write.usersRoles`."""
    await service.set_roles(db, caller, client, user_id, data.sub_tenants_roles)
    return Response()


@router.post("/v1/{user_id}/roles", permission=Permission.WRITE_USER_SUB_TENANTS, status_code=201)
async def add_user_roles_in_sub_tenants(
    db: Transaction,
    caller: Caller,
    client: CurrentClient,
    user_id: UUID,
    data: RolesInAccounts,
) -> Response:
    """Add roles of the user in each account; also needs `fe.secure.write.usersRoles`."""
    await service.add_roles(db, caller, client, user_id, data.sub_tenants_roles)
    return Response(status_code=201)


@router.delete("/v1/{user_id}/roles", permission=Permission.WRITE_USER_SUB_TENANTS)
async def remove_user_roles_in_sub_tenants(
    db: Transaction,
    caller: Caller,
    client: CurrentClient,
    user_id: UUID,
    data: RolesInAccounts,
) -> Response:
    """Remove roles of the user in each account (the body is sent with the DELETE); also needs
    `fe.secure.delete.usersRoles`."""
    await service.remove_roles(db, caller, client, user_id, data.sub_tenants_roles)
    return Response()


@router.post("/v2", permission=Permission.WRITE_USER_SUB_TENANTS, status_code=201)
async def add_users_to_sub_tenant(
    db: Transaction,
    caller: Caller,
    client: CurrentClient,
    resources: AllResources,
    data: PeopleInAccount,
) -> Response:
    """Invite several users into one account that the caller may enter; also needs `fe.secure.write.users`,
    and `allowSubAccountAccess` needs `fe.account-hierarchy.write.subAccountAccess`. All of them are
    invited or none."""
    await service.add_people(db, resources, caller, client, data)
    return Response(status_code=201)
