"""Sub-accounts (wire-api §16.8; admin portal, all accounts)."""

from typing import Annotated

from fastapi.responses import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.directory.sub_accounts import service
from gatehouse.directory.sub_accounts.deletion import jobs as _jobs  # noqa: F401  registers them
from gatehouse.directory.sub_accounts.deletion.settings import DeletionSettings
from gatehouse.directory.sub_accounts.schemas import (
    HierarchySettings,
    SubAccountChange,
    SubAccountCreate,
    SubAccountManagement,
    SubAccountOut,
)
from gatehouse.kit.rate_limit import RateLimiter
from gatehouse.kit.resources import resource
from gatehouse.kit.tenant_ids import TenantId

Limiter = Annotated[RateLimiter, resource(RateLimiter)]
Deletion = Annotated[DeletionSettings, resource(DeletionSettings)]

router = Router(prefix="/tenants/resources/sub-tenants/v1", tags=["Sub-accounts"])


@router.post("", permission=Permission.ACCOUNT_HIERARCHY_WRITE_SUB_ACCOUNT, status_code=201)
async def create_sub_tenant(
    db: Transaction,
    caller: Caller,
    client: CurrentClient,
    limiter: Limiter,
    data: SubAccountCreate,
) -> SubAccountOut:
    """Create an account below the caller's, at most ten levels deep and a thousand a day.

    404 for a parent that is neither the caller's account nor below it; 409 `sub_accounts.too_deep`,
    `sub_accounts.id_taken`. A reseller also needs `fe.account-hierarchy.write.subAccountManagement`.
    """
    return SubAccountOut.of(await service.create_sub_account(db, limiter, caller, client, data))


@router.patch("/{tenant_id}", permission=Permission.ACCOUNT_HIERARCHY_WRITE_SUB_ACCOUNT)
async def rename_sub_tenant(
    db: Transaction,
    caller: Caller,
    client: CurrentClient,
    tenant_id: TenantId,
    data: SubAccountChange,
) -> Response:
    """Rename an account below the caller's; a user who entered it from an account above may also use a
    token of the account itself."""
    await service.rename_sub_account(db, caller, client, tenant_id, data.name)
    return Response()


@router.put(
    "/{tenant_id}/management", permission=Permission.ACCOUNT_HIERARCHY_WRITE_SUB_ACCOUNT_MANAGEMENT
)
async def manage_sub_tenant(
    db: Transaction,
    caller: Caller,
    client: CurrentClient,
    tenant_id: TenantId,
    data: SubAccountManagement,
) -> SubAccountOut:
    """Make an account below the caller's a reseller, or revoke it."""
    changed = await service.set_reseller(
        db, caller, client, tenant_id, is_reseller=data.is_reseller
    )
    return SubAccountOut.of(changed)


@router.put(
    "/{tenant_id}/hierarchy-settings",
    permission=Permission.ACCOUNT_HIERARCHY_WRITE_SUB_ACCOUNT_ACCESS,
)
async def set_hierarchy_settings(
    db: Transaction,
    caller: Caller,
    client: CurrentClient,
    tenant_id: TenantId,
    data: HierarchySettings,
) -> SubAccountOut:
    """Set whether users of an account below the caller's may enter the accounts below that one; a user who
    entered it from an account above may also use a token of the account itself."""
    changed = await service.set_access(db, caller, client, tenant_id, data.sub_account_access_type)
    return SubAccountOut.of(changed)


@router.delete("/{tenant_id}", permission=Permission.ACCOUNT_HIERARCHY_DELETE_SUB_ACCOUNT)
async def delete_sub_tenant(
    db: Transaction,
    caller: Caller,
    client: CurrentClient,
    settings: Deletion,
    tenant_id: TenantId,
) -> Response:
    """Delete an account below the caller's with every account below it. Users who are signed in there lose
    access at once. The vendor can restore it for `deleted_account_grace_days`; then all of its data is
    erased."""
    await service.delete_sub_account(db, caller, client, tenant_id, settings.grace)
    return Response()
