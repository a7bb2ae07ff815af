"""Company details of a tenant."""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.principal import Principal
from gatehouse.audit.actors import by_caller
from gatehouse.audit.service import announce
from gatehouse.directory.account import queries
from gatehouse.directory.account.events import TenantUpdated
from gatehouse.directory.account.models import AccountSettings
from gatehouse.directory.account.schemas import SettingsChange
from gatehouse.directory.tenants.errors import TenantNotFound
from gatehouse.directory.tenants.service import take_turns
from gatehouse.kit import clock
from gatehouse.kit.db import Db


async def get_settings(db: Db, tenant_id: UUID) -> AccountSettings:
    settings = await queries.SETTINGS.first(db, tenant_id)
    if settings is None:
        raise TenantNotFound("The account was not found")
    return settings


async def change_settings(
    db: Db, caller: Principal, client: Client, data: SettingsChange
) -> AccountSettings:
    """Only what the body names changes."""
    await take_turns(db, caller.tenant_id)
    before = await get_settings(db, caller.tenant_id)
    sent = data.model_fields_set

    def after(field: str) -> str | None:
        value: str | None = getattr(data if field in sent else before, field)
        return value

    changed = await queries.CHANGE_SETTINGS.one(
        db, caller.tenant_id, data.name or before.name, after("website"), after("address"),
        after("timezone"), after("date_format"), after("time_format"), after("currency"),
        after("logo"), clock.now(),
    )  # fmt: skip
    if changed != before:
        await announce(db, TenantUpdated(caller.tenant_id), by=by_caller(caller, client))
    return changed


async def public_settings(db: Db, tenant_id: UUID | None) -> UUID:
    """The tenant's id if there is such a tenant; `TenantNotFound`."""
    found = await queries.EXISTS.first(db, tenant_id)
    if found is None:
        raise TenantNotFound("The account was not found")
    return found
