"""Account settings (wire-api §16.8; boot-calls §5), and `/metadata/admin-box`: the account's own sign-in
pages (wire reference §9)."""

from typing import Annotated

from fastapi import Header, Response

from gatehouse.access.guard import SystemTransaction, TenantOfToken, Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.directory.tenants import account_settings, login_box
from gatehouse.directory.tenants.account_schemas import (
    BoxChange,
    BoxOut,
    PublicSettings,
    SettingsChange,
    SettingsOut,
)
from gatehouse.directory.tenants.models import AccountSettings
from gatehouse.kit.resources import AllResources
from gatehouse.kit.router import without_nulls
from gatehouse.kit.tenant_ids import HeaderTenantId

router = Router(prefix="/tenants/resources", tags=["Account"])


@router.get(
    "/account-settings/v1", permission=Permission.READ_ACCOUNT_SETTINGS, response_model=SettingsOut
)
async def get_account_settings(db: Transaction, caller: Caller) -> AccountSettings:
    """The company's details; values that are not set are empty."""
    return await account_settings.get_settings(db, caller.tenant_id)


@router.put(
    "/account-settings/v1", permission=Permission.WRITE_ACCOUNT_SETTINGS, response_model=SettingsOut
)
async def change_account_settings(
    db: Transaction, resources: AllResources, caller: Caller, data: SettingsChange
) -> AccountSettings:
    """Change the company's details; `name` is the company's name. A `tenantId` in the body is ignored: the
    caller's own account changes. Changing the custom login (`loginUrl`, `applicationUrl`, `alias`) also
    needs `fe.account-settings.write.custom-login-box`.

    400 `account.nothing_changed` when the body contains only the custom login, unchanged; 400
    `account.logo_unreadable`, `account.logo_too_large`; 409 `account.alias_taken`.
    """
    return await account_settings.change_settings(db, resources, caller, data)


@router.get("/account-settings/v1/public", **without_nulls(PublicSettings))
async def get_public_account_settings(
    db: SystemTransaction,
    own: TenantOfToken,
    tenant_id: Annotated[HeaderTenantId | None, Header(alias="frontegg-tenant-id")] = None,
    alias: Annotated[str | None, Header(alias="frontegg-login-alias", max_length=63)] = None,
) -> PublicSettings:
    """The public settings of a tenant: where its users sign in. The tenant is named by the header
    `frontegg-tenant-id`, or else by `frontegg-login-alias`, or else by the access token of the signed-in
    user. 404 without one."""
    if tenant_id is None and alias is None:
        tenant_id = own
    return await account_settings.get_public_settings(db, tenant_id, alias)


login_box_router = Router(prefix="/metadata/admin-box", tags=["Account"])


@login_box_router.get("", permission=Permission.READ_ACCOUNT_SETTINGS)
async def get_login_box(db: Transaction, caller: Caller) -> BoxOut:
    """What the account has configured for its sign-in pages; an empty object if nothing."""
    return BoxOut(configuration=await login_box.read_login_box(db, caller))


@login_box_router.post("", permission=Permission.ACCOUNT_SETTINGS_WRITE_CUSTOM_LOGIN_BOX)
async def change_login_box(db: Transaction, caller: Caller, data: BoxChange) -> Response:
    """Set colors, fonts and texts of the account's sign-in pages, each by its path; paths that are not
    named stay unchanged. Pages get them with `GET /metadata?entityName=adminBox` when they send
    `frontegg-login-alias` or `frontegg-scoped-tenant`.

    400 `login_box.refused` for a path outside `theme`, `themeV2` and `localizations`, a value that would
    load something, or an invalid palette color (valid are `#rrggbb`, or a function such as `rgb()`); 400
    `login_box.too_large`.
    """
    await login_box.change_login_box(db, caller, data)
    return Response(status_code=200)
