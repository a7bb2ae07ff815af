"""Statements on the account."""

from uuid import UUID

from gatehouse.directory.account.models import AccountSettings
from gatehouse.kit.db import Query

SETTINGS = Query(
    AccountSettings,
    """
    select id as tenant_id, name, alias, website, address, timezone, date_format, time_format,
      currency, logo_url as logo
    from tenants where id = $1 and deleted_at is null
    """,
)

CHANGE_SETTINGS = Query(
    AccountSettings,
    """
    update tenants set name = $2, website = $3, address = $4, timezone = $5, date_format = $6,
      time_format = $7, currency = $8, logo_url = $9, updated_at = $10
    where id = $1 and deleted_at is null
    returning id as tenant_id, name, alias, website, address, timezone, date_format, time_format,
      currency, logo_url as logo
    """,
)

EXISTS = Query(UUID, "select id from tenants where id = $1 and deleted_at is null")
