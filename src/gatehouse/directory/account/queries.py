"""Statements on account settings."""

from gatehouse.directory.account.models import PublicAccount
from gatehouse.directory.tenants.models import AccountSettings
from gatehouse.kit.db import Query

SETTINGS = Query(
    AccountSettings,
    """
    select id as tenant_id, name, alias, website, address, timezone, date_format, time_format,
      currency, logo_url as logo, application_url, login_url
    from tenants where id = $1 and deleted_at is null
    """,
)

# By id, or else by alias. A tenant whose sign-up still awaits email verification is excluded: the sign-up
# also returns an id for a known address, where no tenant has that id, so finding the tenant would reveal
# which case it was.
PUBLIC = Query(
    PublicAccount,
    """
    select t.id as tenant_id, t.application_url, t.login_url from tenants t
    where (t.id = $1 or ($1 is null and t.alias = $2)) and t.deleted_at is null and not exists (
      select from sign_up_requests s
      join memberships m on m.tenant_id = s.tenant_id and m.user_id = s.user_id
      where s.tenant_id = t.id and s.opened_company and not m.activated
    )
    """,
)
