"""The tree of accounts, sub-accounts and their users (wire-api §16.8; admin portal, all accounts)."""

from typing import Annotated
from uuid import UUID

from fastapi import Query, Response

from gatehouse.access.guard import OwnTransaction, SignedInPerson, Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.directory.sub_accounts import member_schemas, members, schemas, service, tree
from gatehouse.directory.tenants.models import SubTenant
from gatehouse.directory.tenants.service import open_tenants_below
from gatehouse.directory.tenants.settings import DeletionSettings
from gatehouse.kit.rate_limit import RateLimiter
from gatehouse.kit.resources import AllResources, resource
from gatehouse.kit.tenant_ids import TenantId

tree_router = Router(prefix="/tenants/resources/hierarchy", tags=["Sub-accounts"])
own_tree_router = Router(tags=["Sub-accounts"])


@own_tree_router.get("/identity/resources/users/v2/me/hierarchy")
async def get_my_hierarchy(db: OwnTransaction, caller: SignedInPerson) -> schemas.MyHierarchy:
    """The accounts that the caller is a member of, as a tree."""
    return await tree.read_hierarchy_of_user(db, caller)


@tree_router.get(
    "/v1",
    permission=Permission.ACCOUNT_HIERARCHY_READ_SUB_ACCOUNT,
    response_model=list[schemas.SubTenantOut],
)
async def list_sub_tenants(db: Transaction, caller: Caller) -> list[SubTenant]:
    """The accounts below the caller's, at most 1000, nearest first; `[]` when there is none."""
    return await open_tenants_below(db, caller.tenant_id, schemas.MOST_AT_ONCE)


@tree_router.get("/v1/tree", permission=Permission.ACCOUNT_HIERARCHY_READ_SUB_ACCOUNT)
async def get_sub_tenants_tree(db: Transaction, caller: Caller) -> schemas.SubTenantTree:
    """The caller's account and the accounts below it, at most 1000, as a tree."""
    return await tree.read_tree_below(db, caller)


@tree_router.get("/v1/parents", permission=Permission.ACCOUNT_HIERARCHY_READ_SUB_ACCOUNT)
async def get_parent_tenants(db: Transaction, caller: Caller) -> list[schemas.ParentOut]:
    """With a token of an account below the caller's own: the accounts from the own one down to the parent
    of this one, highest first. `[]` for all other callers: what is above one's own account is not shown."""
    return await tree.list_parents_of_guest(db, caller)


@tree_router.get(
    "/v1/parents/{tenant_id}", permission=Permission.ACCOUNT_HIERARCHY_READ_SUB_ACCOUNT
)
async def get_parents_of_tenant(
    db: Transaction, caller: Caller, tenant_id: TenantId
) -> list[schemas.ParentOut]:
    """The accounts from the caller's down to the parent of this one, highest first; 404 when this is
    neither the caller's nor below it."""
    return await tree.list_parents(db, caller, tenant_id)


@tree_router.get(
    "/v2",
    permission=Permission.ACCOUNT_HIERARCHY_READ_SUB_ACCOUNT,
    response_model=schemas.TreePageOut,
)
async def search_sub_tenants(
    db: Transaction, caller: Caller, query: Annotated[schemas.TreeQuery, Query()]
) -> Response:
    """A page of the children of an account, or of the accounts anywhere below it whose name contains
    `_filter`. 404 when `_subTenantId` is neither the caller's account nor below it. Counted to 10,000."""
    return await tree.list_accounts_below(db, caller, query)


@tree_router.get("/v2/metadata", permission=Permission.ACCOUNT_HIERARCHY_READ_SUB_ACCOUNT)
async def get_hierarchy_metadata(
    db: Transaction,
    caller: Caller,
    tenant_ids: Annotated[schemas.TenantIds, Query(alias="_tenantIds", default_factory=list)],
) -> list[schemas.BelowOut]:
    """The number of accounts below each of these, at most 100; those out of reach are left out."""
    return await tree.count_accounts_below(db, caller, tenant_ids)


Limiter = Annotated[RateLimiter, resource(RateLimiter)]
Deletion = Annotated[DeletionSettings, resource(DeletionSettings)]

router = Router(prefix="/tenants/resources/sub-tenants/v1", tags=["Sub-accounts"])


@router.post("", permission=Permission.ACCOUNT_HIERARCHY_WRITE_SUB_ACCOUNT, status_code=201)
async def create_sub_tenant(
    db: Transaction, caller: Caller, limiter: Limiter, data: schemas.SubAccountCreate
) -> schemas.SubAccountOut:
    """Create an account below the caller's, at most ten levels deep and a thousand a day.

    404 for a parent that is neither the caller's account nor below it; 409 `sub_accounts.too_deep`,
    `sub_accounts.id_taken`. A reseller also needs `fe.account-hierarchy.write.subAccountManagement`.
    """
    return schemas.SubAccountOut.from_row(
        await service.create_sub_account(db, limiter, caller, data)
    )


@router.patch("/{tenant_id}", permission=Permission.ACCOUNT_HIERARCHY_WRITE_SUB_ACCOUNT)
async def rename_sub_tenant(
    db: Transaction, caller: Caller, tenant_id: TenantId, data: schemas.SubAccountChange
) -> Response:
    """Rename an account below the caller's; a user who entered it from an account above may also use a
    token of the account itself."""
    await service.rename_sub_account(db, caller, tenant_id, data.name)
    return Response()


@router.put(
    "/{tenant_id}/management", permission=Permission.ACCOUNT_HIERARCHY_WRITE_SUB_ACCOUNT_MANAGEMENT
)
async def manage_sub_tenant(
    db: Transaction, caller: Caller, tenant_id: TenantId, data: schemas.SubAccountManagement
) -> schemas.SubAccountOut:
    """Make an account below the caller's a reseller, or revoke it."""
    changed = await service.set_reseller(db, caller, tenant_id, is_reseller=data.is_reseller)
    return schemas.SubAccountOut.from_row(changed)


@router.put(
    "/{tenant_id}/hierarchy-settings",
    permission=Permission.ACCOUNT_HIERARCHY_WRITE_SUB_ACCOUNT_ACCESS,
)
async def set_hierarchy_settings(
    db: Transaction, caller: Caller, tenant_id: TenantId, data: schemas.HierarchySettings
) -> schemas.SubAccountOut:
    """Set whether users of an account below the caller's may enter the accounts below that one; a user who
    entered it from an account above may also use a token of the account itself."""
    changed = await service.set_sub_account_access_type(
        db, caller, tenant_id, data.sub_account_access_type
    )
    return schemas.SubAccountOut.from_row(changed)


@router.delete("/{tenant_id}", permission=Permission.ACCOUNT_HIERARCHY_DELETE_SUB_ACCOUNT)
async def delete_sub_tenant(
    db: Transaction, caller: Caller, settings: Deletion, tenant_id: TenantId
) -> Response:
    """Delete an account below the caller's with every account below it. Users who are signed in there lose
    access at once. The vendor can restore it for `deleted_account_grace_days`; then all of its data is
    erased."""
    await service.delete_sub_account(db, caller, tenant_id, settings.grace)
    return Response()


members_router = Router(prefix="/identity/resources/sub-tenants/users", tags=["Sub-accounts"])


@members_router.post("/v1", permission=Permission.WRITE_USER_SUB_TENANTS, status_code=201)
async def add_user_to_sub_tenants(
    db: Transaction, caller: Caller, resources: AllResources, data: member_schemas.PersonInAccounts
) -> Response:
    """Invite a user into accounts that the caller may enter; also needs `fe.secure.write.users`. 404 when
    one is out of reach, 403 `roles.beyond_own`; then no invitation is made."""
    await members.invite_user_to_accounts(db, resources, caller, data)
    return Response(status_code=201)


@members_router.delete("/v1", permission=Permission.WRITE_USER_SUB_TENANTS)
async def remove_user_from_sub_tenants(
    db: Transaction, caller: Caller, data: member_schemas.PersonOutOfAccounts
) -> Response:
    """End a user's memberships in these accounts (the body is sent with the DELETE); also needs
    `fe.secure.delete.users`. 404 `members.not_found`, 409 `members.last_admin`; then no membership ends."""
    tenant_ids = [one.tenant_id for one in data.sub_tenants]
    await members.remove_user_from_accounts(db, caller, data.user_id, tenant_ids)
    return Response()


@members_router.put(
    "/v1/{user_id}/access", permission=Permission.ACCOUNT_HIERARCHY_WRITE_SUB_ACCOUNT_ACCESS
)
async def set_sub_account_access(
    db: Transaction, caller: Caller, user_id: UUID, data: member_schemas.SubAccountAccess
) -> Response:
    """Allow a member of the caller's account to enter the accounts below it, or revoke it. 403
    `members.outranks_you`; 409 `sub_accounts.access_always_on`."""
    await members.set_access_to_sub_accounts(db, caller, user_id, allowed=data.allow_access)
    return Response()


@members_router.patch("/v1/{user_id}/roles", permission=Permission.WRITE_USER_SUB_TENANTS)
async def set_user_roles_in_sub_tenants(
    db: Transaction, caller: Caller, user_id: UUID, data: member_schemas.RolesToSetInAccounts
) -> Response:
    """Set the roles of the user in each account: exactly these; also needs `fe.secure.write.usersRoles`."""
    await members.set_roles_in_accounts(db, caller, user_id, data.sub_tenants_roles)
    return Response()


@members_router.post(
    "/v1/{user_id}/roles", permission=Permission.WRITE_USER_SUB_TENANTS, status_code=201
)
async def add_user_roles_in_sub_tenants(
    db: Transaction, caller: Caller, user_id: UUID, data: member_schemas.RolesInAccounts
) -> Response:
    """Add roles of the user in each account; also needs `fe.secure.write.usersRoles`."""
    await members.add_roles_in_accounts(db, caller, user_id, data.sub_tenants_roles)
    return Response(status_code=201)


@members_router.delete("/v1/{user_id}/roles", permission=Permission.WRITE_USER_SUB_TENANTS)
async def remove_user_roles_in_sub_tenants(
    db: Transaction, caller: Caller, user_id: UUID, data: member_schemas.RolesInAccounts
) -> Response:
    """Remove roles of the user in each account (the body is sent with the DELETE); also needs
    `fe.secure.delete.usersRoles`."""
    await members.remove_roles_in_accounts(db, caller, user_id, data.sub_tenants_roles)
    return Response()


@members_router.post("/v2", permission=Permission.WRITE_USER_SUB_TENANTS, status_code=201)
async def add_users_to_sub_tenant(
    db: Transaction, caller: Caller, resources: AllResources, data: member_schemas.PeopleInAccount
) -> Response:
    """Invite several users into one account that the caller may enter; also needs `fe.secure.write.users`,
    and `allowSubAccountAccess` needs `fe.account-hierarchy.write.subAccountAccess`. All of them are
    invited or none."""
    await members.invite_users_to_account(db, resources, caller, data)
    return Response(status_code=201)
