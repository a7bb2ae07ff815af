"""Changing, disabling and removing one member of the tenant (wire-api §16.6)."""

from uuid import UUID

from fastapi.responses import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import OwnTransaction, SignedInPerson, Transaction
from gatehouse.access.impersonation import refuse_impersonated
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.access.router import Caller, Router
from gatehouse.directory.people.manage import jobs as _jobs  # noqa: F401  registers them
from gatehouse.directory.people.manage import service
from gatehouse.directory.people.read.schemas import (
    Expiration,
    ExpirationDate,
    MemberChange,
    MemberRoles,
    RolesToChange,
    TeamUserItem,
    TemporaryUsers,
)
from gatehouse.directory.people.read.service import describe_in_team, roles_of
from gatehouse.kit.db import Database, Db
from gatehouse.kit.resources import AllResources
from gatehouse.kit.tenant_ids import TenantId
from gatehouse.vendor.current import CurrentConfiguration

router = Router(tags=["Users"])


@router.put(
    "/team/resources/members/v1",
    permission=Permission.WRITE_UPDATE_USER,
    response_model=TeamUserItem,
    response_model_exclude_none=True,
)
async def change_team_member(
    db: Transaction, caller: Caller, client: CurrentClient, data: MemberChange
) -> Response:
    """Change roles and name. `roleIds: [""]` clears the roles; changing roles also needs
    `fe.secure.write.usersRoles`.

    403 `members.outranks_you`, `roles.beyond_own`, `members.name_kept_elsewhere`; 409
    `members.last_admin`.
    """
    user_id = data.id or await service.member_with_address(db, caller.tenant_id, data.email or "")
    await service.change_member(
        db,
        caller,
        client,
        user_id,
        role_ids=data.wanted_roles,
        base_role_ids=data.base_role_ids,
        name=data.name,
    )
    return await describe_in_team(db, caller.tenant_id, user_id)


@router.delete("/team/resources/members/v1/{user_id}", permission=Permission.DELETE_USERS)
async def remove_team_member(
    db: Transaction, caller: Caller, client: CurrentClient, user_id: UUID
) -> Response:
    """End the membership. 403 `members.outranks_you`; 409 `members.last_admin`."""
    await service.remove_member(db, caller, client, user_id)
    return Response()


@router.delete("/identity/resources/users/v1/{user_id}", permission=Permission.DELETE_USERS)
async def remove_user(
    db: Transaction, caller: Caller, client: CurrentClient, user_id: UUID
) -> Response:
    """End the membership, by the identity path: the user leaves this tenant, and no other."""
    await service.remove_member(db, caller, client, user_id)
    return Response()


@router.delete("/identity/resources/users/v1/me/tenants/{tenant_id}")
async def leave_tenant(
    db: OwnTransaction,
    resources: AllResources,
    caller: SignedInPerson,
    client: CurrentClient,
    tenant_id: TenantId,
) -> Response:
    """End the caller's own membership of this account, which needs no permission. Sessions in another
    account of the caller continue. 403 `access.impersonated`, and `members.managed_above` where the
    membership is inherited from an account above; 404 without such a membership; 409 `members.last_admin`,
    and `tenants.staff_inside` where a member of the staff would have no account left."""
    refuse_impersonated(caller.impersonator_id)
    await service.leave_tenant(db, resources[Database], caller, client, tenant_id)
    return Response()


@router.post(
    "/identity/resources/users/v1/{user_id}/roles",
    permission=Permission.WRITE_USERS_ROLES,
    response_model=MemberRoles,
    status_code=201,
)
async def give_roles(
    db: Transaction, caller: Caller, client: CurrentClient, user_id: UUID, data: RolesToChange
) -> MemberRoles:
    """Add roles to a member. 403 `roles.beyond_own`, `members.outranks_you`."""
    await service.add_roles(db, caller, client, user_id, data.role_ids)
    return await _roles_of(db, caller, user_id)


@router.delete(
    "/identity/resources/users/v1/{user_id}/roles",
    permission=Permission.DELETE_USERS_ROLES,
    response_model=MemberRoles,
)
async def take_roles(
    db: Transaction, caller: Caller, client: CurrentClient, user_id: UUID, data: RolesToChange
) -> MemberRoles:
    """Remove roles from a member (the body is sent with the DELETE). 409 `members.last_admin`."""
    await service.remove_roles(db, caller, client, user_id, data.role_ids)
    return await _roles_of(db, caller, user_id)


@router.post(
    "/identity/resources/tenants/users/v1/{user_id}/disable",
    permission=Permission.WRITE_ENABLE_DISABLE,
)
async def disable_user(
    db: Transaction, caller: Caller, client: CurrentClient, user_id: UUID
) -> Response:
    """Disable a member of this tenant. 409 `members.yourself`, `members.last_admin`."""
    await service.set_disabled(db, caller, client, user_id, disabled=True)
    return Response()


@router.post(
    "/identity/resources/tenants/users/v1/{user_id}/enable",
    permission=Permission.WRITE_ENABLE_DISABLE,
)
async def enable_user(
    db: Transaction, caller: Caller, client: CurrentClient, user_id: UUID
) -> Response:
    """Enable a disabled member of this tenant."""
    await service.set_disabled(db, caller, client, user_id, disabled=False)
    return Response()


@router.get(
    "/identity/resources/users/temporary/v1/configuration",
    permission=Permission.READ_USERS,
    response_model=TemporaryUsers,
)
async def get_temporary_users_configuration(configuration: CurrentConfiguration) -> TemporaryUsers:
    """Whether temporary access is enabled."""
    return TemporaryUsers(enabled=configuration.vendor.temporary_users_enabled)


@router.put(
    "/identity/resources/users/temporary/v1/{user_id}",
    permission=Permission.WRITE_UPDATE_USER,
    response_model=ExpirationDate,
    status_code=201,
)
async def set_temporary_user(
    db: Transaction, caller: Caller, client: CurrentClient, user_id: UUID, data: Expiration
) -> ExpirationDate:
    """Give the member temporary access, which expires by itself. 403 `memberships.temporary_off` where the
    vendor has disabled temporary access, `access.impersonated`; 409 `members.last_admin`,
    `members.yourself`."""
    refuse_impersonated(caller.impersonator_id)
    expires_at = await service.make_temporary(
        db, caller, client, user_id, data.expiration_in_seconds
    )
    return ExpirationDate(
        temporary_expiration_date=expires_at, expiration_in_seconds=data.expiration_in_seconds
    )


@router.delete(
    "/identity/resources/users/temporary/v1/{user_id}", permission=Permission.WRITE_UPDATE_USER
)
async def set_permanent_user(
    db: Transaction, caller: Caller, client: CurrentClient, user_id: UUID
) -> Response:
    """Make the access of a temporary member permanent. 403 `access.impersonated`; 409 `members.yourself`."""
    refuse_impersonated(caller.impersonator_id)
    await service.make_permanent(db, caller, client, user_id)
    return Response()


async def _roles_of(db: Db, caller: Principal, user_id: UUID) -> MemberRoles:
    held = await roles_of(db, caller.tenant_id, user_id)
    return MemberRoles.of(caller.tenant_id, user_id, held)
