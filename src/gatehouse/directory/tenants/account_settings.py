"""Company details of a tenant. Logos are uploaded as data URLs: the format is detected from the content, not
from the declared media type."""

from base64 import b64decode, b64encode
from dataclasses import replace
from uuid import UUID

import asyncpg

from gatehouse.access.errors import TenantNotFound
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.audit.service import announce_event
from gatehouse.directory.tenants import errors, queries
from gatehouse.directory.tenants.account_schemas import PublicSettings, SettingsChange
from gatehouse.directory.tenants.events import TenantUpdated
from gatehouse.directory.tenants.models import AccountSettings
from gatehouse.directory.tenants.queries import CHANGE_SETTINGS
from gatehouse.directory.tenants.service import lock_tenant
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.pictures import redraw_picture
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.kit.subprocess_pool import SubprocessPools

CUSTOM_LOGIN = {"application_url", "login_url", "alias"}


async def get_settings(db: Db, tenant_id: UUID) -> AccountSettings:
    settings = await queries.ACCOUNT_SETTINGS.first(db, tenant_id)
    if settings is None:
        raise TenantNotFound("The account was not found")
    return settings


async def change_settings(
    db: Db, resources: Resources, caller: Principal, data: SettingsChange
) -> AccountSettings:
    """Change only the fields that the body names. Raises `LogoTooLarge`, `LogoUnreadable` or `AliasTaken`
    when the value is refused, `MissingPermission` when the custom login changes without the permission for
    it, `NothingChanged` when the body contains only the custom login, unchanged."""
    before = await get_settings(db, caller.tenant_id)
    await reencode_new_logo(db, resources, caller.tenant_id, before.logo, data)
    await lock_tenant(db, caller.tenant_id)
    before = await get_settings(db, caller.tenant_id)
    after = apply_settings_change(before, data)
    if _custom_login_fields(after) != _custom_login_fields(before):
        caller.must(Permission.ACCOUNT_SETTINGS_WRITE_CUSTOM_LOGIN_BOX)
    elif data.model_fields_set and data.model_fields_set <= CUSTOM_LOGIN:
        raise errors.NothingChanged("No changes to update")
    if after == before:
        return before
    changed = await store_settings(db, after)
    await announce_event(db, TenantUpdated(caller.tenant_id), by=caller.actor)
    return changed


async def reencode_new_logo(
    db: Db, resources: Resources, tenant_id: UUID, before: str | None, data: SettingsChange
) -> None:
    """Re-encode a new logo picture and store the result in `data`; the transaction is paused meanwhile.
    Raises `LogoTooLarge` or `LogoUnreadable`."""
    if data.logo != before and data.logo is not None and data.logo.startswith("data:"):
        await db.pause()
        await resources[RateLimiter].hit(UPLOADS, str(tenant_id))
        data.logo = await reencode_data_url(resources[SubprocessPools], data.logo)


def apply_settings_change(before: AccountSettings, data: SettingsChange) -> AccountSettings:
    """Apply the change to the settings; missing fields stay unchanged."""
    given = data.model_dump(include=data.model_fields_set & SettingsChange.model_fields.keys())
    return replace(before, **{**given, "name": data.name or before.name})


async def store_settings(db: Db, after: AccountSettings) -> AccountSettings:
    """Store the settings. Raises `AliasTaken` when another tenant has the alias."""
    try:
        return await CHANGE_SETTINGS.one(
            db, after.tenant_id, after.name, after.website, after.address, after.timezone,
            after.date_format, after.time_format, after.currency, after.logo, after.application_url,
            after.login_url, after.alias, clock.now(),
        )  # fmt: skip
    except asyncpg.UniqueViolationError:
        raise errors.AliasTaken("Another account has this alias") from None


def _custom_login_fields(settings: AccountSettings) -> tuple[str | None, ...]:
    return settings.application_url, settings.login_url, settings.alias


async def get_public_settings(db: Db, tenant_id: UUID | None, alias: str | None) -> PublicSettings:
    """Public settings of the tenant with this id, or else this alias. Raises `TenantNotFound` when there
    is none."""
    found = await queries.PUBLIC_ACCOUNT.first(db, tenant_id, alias)
    if found is None:
        raise TenantNotFound("The account was not found")
    return found


# Small, because the logo is part of every list of tenants.
STORED_SIDE = 256  # pixels
UPLOADS = RateLimit("account.logo", 20, 60)


async def reencode_data_url(processes: SubprocessPools, logo: str) -> str:
    """Re-encode the picture of a data URL and return it as a data URL. Raises `LogoUnreadable` when it is
    no PNG, JPEG, WebP or GIF picture, `LogoTooLarge` when it is too large, `Overloaded` when too many
    pictures are being processed."""
    try:
        content = b64decode(logo.partition(",")[2], validate=True)
    except ValueError:
        raise errors.LogoUnreadable("Choose a PNG, JPEG, WebP or GIF picture") from None
    drawn = await redraw_picture(processes, content, side=STORED_SIDE)
    if drawn == "unreadable":
        raise errors.LogoUnreadable("Choose a PNG, JPEG, WebP or GIF picture")
    if isinstance(drawn, str):
        raise errors.LogoTooLarge("The logo is too large. Save it at most 4096 px wide and high.")
    return f"data:{drawn.media_type};base64,{b64encode(drawn.content).decode()}"
