"""Statements on tenants, their settings and sign-in pages."""

from typing import Any, LiteralString
from uuid import UUID

from gatehouse.directory.tenants.account_schemas import PublicSettings
from gatehouse.directory.tenants.models import AccountSettings, SubTenant, Tenant, TenantsPart
from gatehouse.kit.db import Command, Query
from gatehouse.kit.db.as_json import compact_json, instant_as_json
from gatehouse.kit.db.locks import Lock, build_lock_expression
from gatehouse.kit.lists import CAP, JsonPage, ListOf, Source, StatementParts, compose_json_page
from gatehouse.kit.tenant_cleanup import TenantTable

# JSON of the tenant `t`.
TENANT_JSON: LiteralString = f"""
  overlay(json_strip_nulls(json_build_object(
    'id', t.id, 'tenantId', t.id, 'vendorId', (select v.id from vendor v), 'name', t.name,
    'status', case when t.suspended_at is null then 'active' else 'suspended' end,
    'metadata', {compact_json("t.metadata")}, 'isReseller', t.is_reseller,
    'parentTenantId', t.parent_id, 'alias', t.alias, 'website', t.website, 'address', t.address,
    'timezone', t.timezone, 'dateFormat', t.date_format, 'timeFormat', t.time_format,
    'currency', t.currency, 'logo', t.logo_url, 'logoUrl', t.logo_url,
    'hasCustomLogin', t.login_url is not null, 'loginUrl', t.login_url,
    'applicationUrl', t.application_url, 'creatorName', t.creator_name,
    'creatorEmail', t.creator_email,
    'auditRetentionDays', t.audit_retention_days, 'createdAt', {instant_as_json("t.created_at")},
    'updatedAt', {instant_as_json("t.updated_at")}
  ))::text placing '{{"deletedAt":null,' from 1 for 1)::json
"""


# Inserts nothing when the parent does not exist or is deleted, or when the id is taken.
ADD_TENANT = Query(
    Tenant,
    """
    insert into tenants (id, parent_id, path, name, is_reseller, external_id, created_at, updated_at)
    select $1::uuid, $2::uuid, coalesce(parent.path, '') || $1::uuid || '/', $3, $5, $6, $4, $4
    from (select 1) as one
    left join tenants parent on parent.id = $2 and parent.deleted_at is null
    where $2::uuid is null or parent.id is not null
    on conflict (id) do nothing
    returning *
    """,
)

TENANT = Query(Tenant, "select * from tenants where id = $1 and deleted_at is null")

# Tenants below the path $1, the nearest first. The path is compared by range, because `like` uses no index
# under row-level security; and it is a parameter, because only then can the planner estimate how many rows
# lie below it.
BELOW = Query(
    SubTenant,
    """
    select t.id as tenant_id, t.name as tenant_name, t.parent_id, t.is_reseller, t.created_at,
      (length(t.path) - length($1::text)) / 37 as level
    from tenants t
    where t.path ~>~ $1::text and t.path ~<~ ($1::text || '~') and t.deleted_at is null
    order by level, t.name, t.id limit $2::bigint
    """,
)

# Of the tenants $2, those that are below $1.
SOME_BELOW = Query(
    Tenant,
    """
    select t.* from tenants own
    join tenants t on t.path ~>~ own.path and t.path ~<~ (own.path || '~') and t.deleted_at is null
    where own.id = $1 and own.deleted_at is null and t.id = any ($2::uuid[])
    order by t.path
    """,
)

# Applies until the transaction ends.
SET_SCOPE = Query(str, "select set_config('gatehouse.scope', $1, true)")

LOCK_TENANT = Command("select id from tenants where id = $1 for no key update")

# A lock of its own instead of row locks, because transactions that lock several rows of the tree could
# deadlock.
LOCK_TREE = Command(
    f"""
    select {build_lock_expression(Lock.TENANT_TREE, "split_part(path, '/', 1)")}
    from tenants where id = $1
    """,
)


ONE = Query(
    str,
    f"select ({TENANT_JSON})::text as text from tenants t where t.tenant_id = $1 and t.deleted_at is null",
)
BY_ALIAS = Query(
    str,
    f"""
    select ({TENANT_JSON})::text as text from tenants t
    where t.alias = $1 and t.tenant_id is not null and t.deleted_at is null
    """,
)
# The next tenants by id: their JSON, comma-separated, and the last id while there may be more. One pass of
# the index: joined to the table again, each part would read the whole table. A limit that the planner knows
# would cause that too: row-level security hides the number of rows, and it assumes that a thousand are all of
# them.
EVERY_ONE_AFTER = Query(
    TenantsPart,
    f"""
    with next as materialized (
      select t.tenant_id, ({TENANT_JSON})::text as item from tenants t
      where t.tenant_id > $1 and t.deleted_at is null
      order by t.tenant_id limit (select $2::bigint)
    )
    select string_agg(item, ',' order by tenant_id) as items,
      case when count(*) = $2 then (array_agg(tenant_id order by tenant_id desc))[1] end as last
    from next
    """,
)


def _compose_tenants_statement(parts: StatementParts) -> LiteralString:
    return compose_json_page(
        parts, f"select {TENANT_JSON} from tenants t where t.id = page.tenant_id"
    )


def compose_found_page(found: LiteralString, item: LiteralString) -> LiteralString:
    """The statement of a `JsonPage` of `gatehouse_find_tenants` with the arguments `found`; `item` is a query
    for the JSON of the row `found`."""
    return f"""
      with found as materialized (select * from gatehouse_find_tenants({found}, {CAP}))
      select coalesce((
        select json_agg(one.text order by one.place) from (
          select found.place, ({item}) as text from found where found.id is not null
        ) one
      ), '[]')::text as items, (select coalesce(max(total), 0) from found) as total
    """


# All tenants that are not deleted.
EVERY_TENANT = ListOf(
    JsonPage,
    _compose_tenants_statement,
    parameters=0,
    columns="t.tenant_id",
    sources=[Source("tenants t", "t.deleted_at is null")],
    sorts={"name": "lower(t.name)", "createdAt": "t.created_at", "tenantId": "t.tenant_id"},
    tie="t.tenant_id",
    conditions={
        "ids": "t.tenant_id = any ($?::uuid[])",
        "parent": "t.parent_id = $?::uuid",
    },
)

# Those whose name matches: pattern, ids, parent, sort, descending, limit, offset.
TENANTS_BY_NAME = Query(
    JsonPage,
    compose_found_page(
        "$1::text, null, $2::uuid[], $3::uuid, $4::text, $5::bool, $6::bigint, $7::bigint",
        f"select {TENANT_JSON} from tenants t where t.id = found.id",
    ),
)

SET_OF_VENDOR = Command(
    """
    update tenants set is_reseller = $2, creator_name = $3, creator_email = $4, updated_at = $5
    where tenant_id = $1 and deleted_at is null
    """
)
# Locks the row, so that concurrent changes of it are both applied.
HOLD = Query(
    Tenant, "select * from tenants where tenant_id = $1 and deleted_at is null for no key update"
)
SET_METADATA = Command(
    "update tenants set metadata = $2, updated_at = $3 where tenant_id = $1 and deleted_at is null"
)

CHANGE_SETTINGS = Query(
    AccountSettings,
    """
    update tenants set name = $2, website = $3, address = $4, timezone = $5, date_format = $6,
      time_format = $7, currency = $8, logo_url = $9, application_url = $10, login_url = $11, alias = $12,
      updated_at = $13
    where id = $1 and deleted_at is null
    returning id as tenant_id, name, alias, website, address, timezone, date_format, time_format,
      currency, logo_url as logo, application_url, login_url
    """,
)

RENAME_TENANT = Query(
    Tenant,
    "update tenants set name = $2, updated_at = $3 where id = $1 and deleted_at is null returning *",
)

SET_RESELLER = Query(
    Tenant,
    "update tenants set is_reseller = $2, updated_at = $3"
    " where id = $1 and deleted_at is null returning *",
)

SET_SUB_ACCOUNT_ACCESS = Query(
    Tenant,
    "update tenants set sub_account_access = $2, updated_at = $3"
    " where id = $1 and deleted_at is null returning *",
)

# The email address is stored normalized, so it can be compared directly.
REPLACE_CREATOR = Command(
    """
    update tenants set creator_name = $3, creator_email = $3
    where creator_email = any ($1::text[]) and created_at < $2
    """
)


# Restored tenants below the parent of $1 take over its suspension, unless they were suspended for themselves,
# or with a tenant that was restored too.
FOLLOW_SUSPENSION_OF_PARENT = Command(
    """
    update tenants t set suspended_at = p.suspended_at, suspended_with = p.suspended_with
    from tenants own join tenants p on p.id = own.parent_id
    where own.id = $1 and t.path ~>=~ own.path and t.path ~<~ (own.path || '~') and t.deleted_at is null
      and t.suspended_with is distinct from p.suspended_with
      and not exists (
        select from tenants s
        where s.id = t.suspended_with and s.path ~>=~ own.path and s.path ~<~ (own.path || '~'))
    """
)

# Moves the tenant $1 with the path $2, and all below it, below $3; its path becomes $4.
MOVE_TREE = Command(
    """
    update tenants set parent_id = case when id = $1 then $3::uuid else parent_id end,
      path = $4::text || substr(path, length($2::text) + 1), updated_at = $5
    where path ~>=~ $2::text and path ~<~ ($2::text || '~')
    """
)

# The tenant $3 with the path $1, and those below it that are not suspended for themselves.
SUSPEND_TREE = Query(
    UUID,
    """
    update tenants set suspended_at = coalesce(suspended_at, $2), suspended_with = $3, updated_at = $2
    where path ~>=~ $1 and path ~<~ ($1 || '~') and deleted_at is null
      and (id = $3 or suspended_with is distinct from id)
    returning id
    """,
)

# The tenant $3 with the path $1, and those below it that were suspended with it.
RESUME_TREE = Query(
    UUID,
    """
    update tenants set suspended_at = null, suspended_with = null, updated_at = $2
    where path ~>=~ $1 and path ~<~ ($1 || '~') and deleted_at is null
      and suspended_with = (select own.suspended_with from tenants own where own.id = $3)
    returning id
    """,
)


ACCOUNT_SETTINGS = Query(
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
PUBLIC_ACCOUNT = Query(
    PublicSettings,
    """
    select t.id as tenant_id, t.application_url, t.login_url from tenants t
    where (t.id = $1 or ($1 is null and t.alias = $2)) and t.deleted_at is null and not exists (
      select from sign_up_requests s
      join memberships m on m.tenant_id = s.tenant_id and m.user_id = s.user_id
      where s.tenant_id = t.id and s.opened_company and not m.activated
    )
    """,
)


# Audit entries that the previous setting excluded stay excluded.
SET_AUDIT_RETENTION = Command(
    """
    update tenants set audit_retention_days = $2, updated_at = $3,
      audit_kept_from = case when audit_retention_days is null then audit_kept_from
        else greatest(audit_kept_from, gatehouse_audit_kept_since($3, audit_retention_days)) end
    where id = $1
    """
)


LOGIN_BOXES = TenantTable("login_boxes")

LOGIN_BOX = Query(dict[str, Any], "select configuration from login_boxes where tenant_id = $1")
SAVE_LOGIN_BOX = Command(
    """
    insert into login_boxes (tenant_id, configuration, updated_at) values ($1, $2, $3)
    on conflict (tenant_id) do update set configuration = $2, updated_at = $3
    """
)
