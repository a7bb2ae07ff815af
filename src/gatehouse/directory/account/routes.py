"""Account settings (wire-api §16.8; boot-calls §5)."""

from typing import Annotated

from fastapi import Header

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import SystemTransaction, TenantOfToken, Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.directory.account import service
from gatehouse.directory.account.models import PublicAccount
from gatehouse.directory.account.schemas import PublicSettings, SettingsChange, SettingsOut
from gatehouse.directory.tenants.models import AccountSettings
from gatehouse.kit.resources import AllResources
from gatehouse.kit.tenant_ids import HeaderTenantId

router = Router(prefix="/tenants/resources", tags=["Account"])


@router.get(
    "/account-settings/v1", permission=Permission.READ_ACCOUNT_SETTINGS, response_model=SettingsOut
)
async def get_account_settings(db: Transaction, caller: Caller) -> AccountSettings:
    """The company's details; values that are not set are empty."""
    return await service.get_settings(db, caller.tenant_id)


@router.put(
    "/account-settings/v1", permission=Permission.WRITE_ACCOUNT_SETTINGS, response_model=SettingsOut
)
async def change_account_settings(
    db: Transaction,
    resources: AllResources,
    caller: Caller,
    client: CurrentClient,
    data: SettingsChange,
) -> AccountSettings:
    """Change the company's details; `name` is the company's name. A `tenantId` in the body is ignored: the
    caller's own account changes. Changing the custom login (`loginUrl`, `applicationUrl`, `alias`) also
    needs `fe.account-settings.write.custom-login-box`.

    400 `account.nothing_changed` when the body contains only the custom login, unchanged; 400
    `account.logo_unreadable`, `account.logo_too_large`; 409 `account.alias_taken`.
    """
    return await service.change_settings(db, resources, caller, client, data)


@router.get(
    "/account-settings/v1/public", response_model=PublicSettings, response_model_exclude_none=True
)
async def get_public_account_settings(
    db: SystemTransaction,
    own: TenantOfToken,
    tenant_id: Annotated[HeaderTenantId | None, Header(alias="frontegg-tenant-id")] = None,
    alias: Annotated[str | None, Header(alias="frontegg-login-alias", max_length=63)] = None,
) -> PublicAccount:
    """The public settings of a tenant: where its users sign in. The tenant is named by the header
    `frontegg-tenant-id`, or else by `frontegg-login-alias`, or else by the access token of the signed-in
    user. 404 without one."""
    if tenant_id is None and alias is None:
        tenant_id = own
    return await service.public_settings(db, tenant_id, alias)
