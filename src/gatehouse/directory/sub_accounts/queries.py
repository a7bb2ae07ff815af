"""Statements on the accounts below one."""

from uuid import UUID

from gatehouse.directory.tenants.models import Tenant
from gatehouse.kit.db import Command, Query

RENAME = Query(
    Tenant,
    "update tenants set name = $2, updated_at = $3 where id = $1 and deleted_at is null returning *",
)

SET_RESELLER = Query(
    Tenant,
    "update tenants set is_reseller = $2, updated_at = $3"
    " where id = $1 and deleted_at is null returning *",
)

SET_ACCESS = Query(
    Tenant,
    "update tenants set sub_account_access = $2, updated_at = $3"
    " where id = $1 and deleted_at is null returning *",
)
# Everybody who is there of their own.
LET_ALL_BELOW = Command(
    "update memberships set sub_account_access_allowed = true"
    " where tenant_id = $1 and not sub_account_access_allowed and inherited_from is null"
)

# The account with the path $1 and everything below it. What it was called is free again, and nothing that
# was said of it looks as if it were erased.
DELETE = Query(
    UUID,
    """
    update tenants set deleted_at = $2, alias = null, metadata = '{}'
    where path ~>=~ $1 and path ~<~ ($1 || '~') and deleted_at is null
    returning id
    """,
)

# The row stays, since the audit trail and bills name it; what it says of the company goes, last of all.
TO_ERASE = Query(
    UUID,
    """
    select id from tenants
    where path ~>=~ $1 and path ~<~ ($1 || '~') and deleted_at is not null
      and metadata <> '{"erased": true}'
    limit $2::bigint
    """,
)

ERASE_PEOPLE = Query(
    UUID,
    """
    with leaving as (
      select user_id from memberships where tenant_id = $1 order by user_id limit $2::bigint for update
    ), elsewhere as (
      update users set default_tenant_id = null
      where id in (select user_id from leaving) and default_tenant_id = $1
    )
    delete from memberships where tenant_id = $1 and user_id in (select user_id from leaving)
    returning user_id
    """,
)

ERASE_ROLES = Command("delete from roles where tenant_id = $1")

ERASE_ENDS = Command("delete from ended_memberships where tenant_id = $1")

ERASE_DETAILS = Command(
    """
    update tenants set metadata = '{"erased": true}', website = null, address = null, timezone = null,
      date_format = null, time_format = null, currency = null, logo_url = null, application_url = null,
      login_url = null, creator_name = null, creator_email = null
    where id = $1 and deleted_at is not null
    """,
)
