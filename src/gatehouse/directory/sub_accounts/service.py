"""Creating, changing and deleting the accounts below the caller's. Rights apply downwards only: an account
that is not below is not found."""

from dataclasses import replace
from datetime import timedelta
from uuid import UUID

from gatehouse.access.errors import TenantNotFound
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.audit.service import announce_event
from gatehouse.directory.people.membership_queries import ALLOW_SUB_ACCOUNT_ACCESS_TO_ALL
from gatehouse.directory.sub_accounts import events, queries
from gatehouse.directory.sub_accounts.errors import IdTaken, TooDeep
from gatehouse.directory.sub_accounts.schemas import SubAccountCreate
from gatehouse.directory.tenants import service as tenants
from gatehouse.directory.tenants.account_settings import get_settings, store_settings
from gatehouse.directory.tenants.deletion import delete_tenant_tree
from gatehouse.directory.tenants.models import SubAccountAccess, Tenant
from gatehouse.directory.tenants.queries import RENAME_TENANT, SET_RESELLER, SET_SUB_ACCOUNT_ACCESS
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db
from gatehouse.kit.rate_limit import RateLimit, RateLimiter

MOST_LEVELS = 10
DETAILS = {"website", "address", "timezone", "currency"}
CREATED_IN_A_DAY = RateLimit("sub_accounts.created", 1000, 24 * 60)


async def create_sub_account(
    db: Db, limiter: RateLimiter, caller: Principal, data: SubAccountCreate
) -> Tenant:
    """Create an account below the caller's. Raises `TenantNotFound` for a parent that is neither the
    caller's account nor below it, `TooDeep`, `IdTaken`, or `MissingPermission` for a reseller without the
    permission to create one."""
    if data.is_reseller:
        caller.must(Permission.ACCOUNT_HIERARCHY_WRITE_SUB_ACCOUNT_MANAGEMENT)
    await limiter.hit(CREATED_IN_A_DAY, str(caller.tenant_id))
    await tenants.lock_tenant_tree(db, caller.tenant_id)
    parent = await _get_tenant_at_or_below(db, caller, data.parent_tenant_id or caller.tenant_id)
    check_tree_depth(parent)
    chosen = data.tenant_id
    tenant_id = chosen.inner if chosen else new_id()
    await tenants.restrict_scope_to_tenants(db, [caller.tenant_id, parent.id, tenant_id])
    try:
        made = await tenants.create_tenant(
            db,
            name=data.name,
            parent_id=parent.id,
            tenant_id=tenant_id,
            external_id=chosen.text if chosen else None,
            is_reseller=data.is_reseller,
        )
    except TenantNotFound:
        raise IdTaken("An account with this ID already exists") from None
    made = await _store_company_details(db, made, data)
    event = events.SubAccountCreated(caller.tenant_id, made.id, made.name)
    await announce_event(db, event, by=caller.actor)
    return made


async def _store_company_details(db: Db, made: Tenant, data: SubAccountCreate) -> Tenant:
    """Store the optional details of a new account."""
    details = data.model_dump(include=DETAILS, exclude_none=True)
    if not details:
        return made
    await store_settings(db, replace(await get_settings(db, made.id), **details))
    return await tenants.get_tenant(db, made.id)


async def _find_ancestor_in_reach(db: Db, caller: Principal, tenant_id: UUID) -> UUID:
    """The account from which the caller reaches this one: their own, or the one that they are a member of
    if they entered this one from it."""
    if tenant_id != caller.tenant_id or caller.person_id is None:
        return caller.tenant_id
    came_from = await queries.CAME_FROM.first(db, tenant_id, caller.person_id)
    return came_from or caller.tenant_id


async def rename_sub_account(db: Db, caller: Principal, tenant_id: UUID, name: str) -> None:
    """Rename the account. Raises `TenantNotFound` for an account that is not below the caller's."""
    above = await _find_ancestor_in_reach(db, caller, tenant_id)
    before = await tenants.get_tenant_below(db, above, tenant_id)
    if before.name == name:
        return
    after = await RENAME_TENANT.first(db, tenant_id, name, clock.now())
    _require_not_deleted(after)
    for told in (above, tenant_id):
        event = events.SubAccountRenamed(told, tenant_id, before.name, name)
        await announce_event(db, event, by=caller.actor)


async def set_reseller(
    db: Db, caller: Principal, tenant_id: UUID, *, is_reseller: bool | None
) -> Tenant:
    """Set whether the account is a reseller; None leaves it unchanged."""
    before = await tenants.get_tenant_below(db, caller.tenant_id, tenant_id)
    if is_reseller in (None, before.is_reseller):
        return before
    after = _require_not_deleted(await SET_RESELLER.first(db, tenant_id, is_reseller, clock.now()))
    kind = events.ResellerGranted if is_reseller else events.ResellerRevoked
    for told in (caller.tenant_id, tenant_id):
        await announce_event(db, kind(told, tenant_id, after.name), by=caller.actor)
    return after


async def set_sub_account_access_type(
    db: Db, caller: Principal, tenant_id: UUID, access: SubAccountAccess | None
) -> Tenant:
    """Set whether the account's members may enter the accounts below it. Raises `TenantNotFound` for an
    account that is not below the caller's."""
    above = await _find_ancestor_in_reach(db, caller, tenant_id)
    before = await tenants.get_tenant_below(db, above, tenant_id)
    if access is None or before.sub_account_access == access:
        return before
    await tenants.lock_tenant(db, tenant_id)
    after = _require_not_deleted(
        await SET_SUB_ACCOUNT_ACCESS.first(db, tenant_id, access, clock.now())
    )
    if access == "alwaysOn":
        await ALLOW_SUB_ACCOUNT_ACCESS_TO_ALL.run(db, tenant_id)
    for told in (above, tenant_id):
        event = events.SubAccountAccessSet(told, tenant_id, after.name, access)
        await announce_event(db, event, by=caller.actor)
    return after


async def delete_sub_account(db: Db, caller: Principal, tenant_id: UUID, grace: timedelta) -> None:
    """Delete the account with all accounts below it. They can no longer be used with any token; their data
    is erased when the grace period ends."""
    await tenants.lock_tenant_tree(db, caller.tenant_id)
    gone = await tenants.get_tenant_below(db, caller.tenant_id, tenant_id)
    await tenants.extend_scope_to_all_tenants(db)
    below = await delete_tenant_tree(db, gone, grace)
    await tenants.restrict_scope_to_tenants(db, [caller.tenant_id])
    event = events.SubAccountDeleted(caller.tenant_id, gone.id, gone.name, below)
    await announce_event(db, event, by=caller.actor)


def check_tree_depth(parent: Tenant) -> None:
    """Raises `TooDeep` when the parent is at the lowest allowed level."""
    if parent.depth >= MOST_LEVELS:
        raise TooDeep(
            f"Accounts can be nested at most {MOST_LEVELS} levels deep", levels=MOST_LEVELS
        )


async def _get_tenant_at_or_below(db: Db, caller: Principal, tenant_id: UUID) -> Tenant:
    if tenant_id == caller.tenant_id:
        return await tenants.get_tenant(db, tenant_id)
    return await tenants.get_tenant_below(db, caller.tenant_id, tenant_id)


def _require_not_deleted(tenant: Tenant | None) -> Tenant:
    if tenant is None:
        raise TenantNotFound("The account was not found")
    return tenant
