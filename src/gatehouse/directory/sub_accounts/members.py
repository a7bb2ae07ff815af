"""Members of sub-accounts: invited, given roles, and removed by a caller from an account above who may
enter there.

In each account the caller acts as a member with the same permissions and rank as in their own, so that an
action that is not allowed there is not allowed below either.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from uuid import UUID

from gatehouse.access.errors import TenantNotFound
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.access.standing import block_writes
from gatehouse.audit.service import announce_event
from gatehouse.directory.people import manage, queries
from gatehouse.directory.people.invite import (
    EVENT,
    call_invite_prehook,
    check_invitation_rate_limits,
    create_invitation,
    require_invitable,
)
from gatehouse.directory.people.memberships import filter_reachable_tenants
from gatehouse.directory.people.schemas import Invitation
from gatehouse.directory.sub_accounts import member_schemas
from gatehouse.directory.sub_accounts.errors import AccessAlwaysOn
from gatehouse.directory.sub_accounts.events import SubAccountAccessGiven, SubAccountAccessTaken
from gatehouse.directory.tenants.service import get_tenant
from gatehouse.kit.db import Db
from gatehouse.kit.rate_limit import RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.prehooks.client import is_prehook_active


async def invite_user_to_accounts(
    db: Db, resources: Resources, caller: Principal, data: member_schemas.PersonInAccounts
) -> None:
    """Invite one user into several accounts; all of them or none. Existing memberships stay unchanged.
    Raises `PrehookBlocked` or `PrehookUnanswered`."""
    caller.must(Permission.WRITE_USERS)
    wanted = {one.tenant_id: one.role_ids for one in data.sub_tenants}
    for _ in wanted:
        await check_invitation_rate_limits(
            resources[RateLimiter], caller.tenant_id, data.user.email
        )
    invitations = [(one, _to_invitation(data.user, roles)) for one, roles in wanted.items()]
    await _call_invite_prehooks(db, resources, caller, invitations)
    for there in await _get_caller_in_accounts(db, caller, wanted):
        await create_invitation(db, there, _to_invitation(data.user, wanted[there.tenant_id]))


async def invite_users_to_account(
    db: Db, resources: Resources, caller: Principal, data: member_schemas.PeopleInAccount
) -> None:
    """Invite several users into one account; all of them or none. Raises `PrehookBlocked` or
    `PrehookUnanswered`."""
    caller.must(Permission.WRITE_USERS)
    if data.allow_sub_account_access:
        caller.must(Permission.ACCOUNT_HIERARCHY_WRITE_SUB_ACCOUNT_ACCESS)
    for person in data.users:
        await check_invitation_rate_limits(resources[RateLimiter], caller.tenant_id, person.email)
    invitations = [(data.tenant_id, _to_invitation(one, data.role_ids)) for one in data.users]
    await _call_invite_prehooks(db, resources, caller, invitations)
    (there,) = await _get_caller_in_accounts(db, caller, [data.tenant_id])
    for person in data.users:
        user_id = await create_invitation(db, there, _to_invitation(person, data.role_ids))
        if data.allow_sub_account_access:
            await set_access_to_sub_accounts(db, there, user_id, allowed=True)


async def _call_invite_prehooks(
    db: Db, resources: Resources, caller: Principal, invitations: Sequence[tuple[UUID, Invitation]]
) -> None:
    """Call the vendor's prehook for each invitation, in its account, before any is written; no connection
    is held meanwhile."""
    if not is_prehook_active(resources, EVENT):
        return
    acting = await _get_caller_in_accounts(db, caller, dict(invitations))
    by_account = {there.tenant_id: there for there in acting}
    for tenant_id, invitation in invitations:
        await require_invitable(db, by_account[tenant_id], invitation)
    await db.pause()
    for tenant_id, invitation in invitations:
        await call_invite_prehook(resources, by_account[tenant_id], invitation)


async def remove_user_from_accounts(
    db: Db, caller: Principal, user_id: UUID, tenant_ids: Sequence[UUID]
) -> None:
    """End these memberships; all of them or none. Raises `MemberNotFound`, `OutranksYou` or `LastAdmin`."""
    caller.must(Permission.DELETE_USERS)
    for there in await _block_writes_in_accounts(db, caller, user_id, tenant_ids):
        await manage.remove_member(db, there, user_id)


async def set_roles_in_accounts(
    db: Db, caller: Principal, user_id: UUID, wanted: Sequence[member_schemas.RolesToSet]
) -> None:
    """Set the roles of the user in each account: exactly these. Raises the errors of
    `manage.change_member`, such as `BeyondOwn` or `LastAdmin`."""
    caller.must(Permission.WRITE_USERS_ROLES)
    roles = {one.tenant_id: one for one in wanted}
    for there in await _block_writes_in_accounts(db, caller, user_id, roles):
        change = roles[there.tenant_id]
        await manage.change_member(
            db,
            there,
            user_id,
            role_ids=change.role_ids,
            base_role_ids=change.base_role_ids,
            name=None,
        )


async def add_roles_in_accounts(
    db: Db, caller: Principal, user_id: UUID, wanted: Sequence[member_schemas.RolesInAccount]
) -> None:
    caller.must(Permission.WRITE_USERS_ROLES)
    roles = {one.tenant_id: one.role_ids for one in wanted}
    for there in await _block_writes_in_accounts(db, caller, user_id, roles):
        await manage.add_member_roles(db, there, user_id, roles[there.tenant_id])


async def remove_roles_in_accounts(
    db: Db, caller: Principal, user_id: UUID, wanted: Sequence[member_schemas.RolesInAccount]
) -> None:
    caller.must(Permission.DELETE_USERS_ROLES)
    roles = {one.tenant_id: one.role_ids for one in wanted}
    for there in await _block_writes_in_accounts(db, caller, user_id, roles):
        await manage.remove_member_roles(db, there, user_id, roles[there.tenant_id])


async def set_access_to_sub_accounts(
    db: Db, caller: Principal, user_id: UUID, *, allowed: bool
) -> None:
    """Allow a member of the caller's account to enter the accounts below it, or revoke that, which ends
    their access to all of them at once. Raises `MemberNotFound`, `OutranksYou` or `AccessAlwaysOn`."""
    member = await manage.lock_manageable_member(db, caller, user_id)
    if member.sub_account_access_allowed == allowed:
        return
    if not allowed and (await get_tenant(db, caller.tenant_id)).sub_account_access == "alwaysOn":
        raise AccessAlwaysOn("All users of this account have access to its sub-accounts")
    await queries.SET_SUB_ACCOUNT_ACCESS.run(db, caller.tenant_id, user_id, allowed)
    kind = SubAccountAccessGiven if allowed else SubAccountAccessTaken
    await announce_event(db, kind(caller.tenant_id, user_id, member.email), by=caller.actor)


def _to_invitation(person: member_schemas.NewPerson, role_ids: list[UUID] | None) -> Invitation:
    return Invitation(email=person.email, name=person.name, role_ids=role_ids)


async def _block_writes_in_accounts(
    db: Db, caller: Principal, user_id: UUID, tenant_ids: Iterable[UUID]
) -> list[Principal]:
    """Return what `_get_caller_in_accounts` does, after stopping the writes of the user in each account."""
    acting = await _get_caller_in_accounts(db, caller, tenant_ids)
    for there in acting:
        await block_writes(db, there.tenant_id, user_id)
    return acting


async def _get_caller_in_accounts(
    db: Db, caller: Principal, tenant_ids: Iterable[UUID]
) -> list[Principal]:
    """The caller as a member of each account, sorted by id, so that all requests lock accounts in the same
    order. Raises `TenantNotFound` when one of them is out of reach."""
    wanted = set(tenant_ids)
    found = set(await filter_reachable_tenants(db, caller, wanted))
    if found != wanted:
        raise TenantNotFound("The account was not found")
    return [replace(caller, tenant_id=one) for one in sorted(found)]
