"""Statements of the vendor on accounts. They need the system scope: no tenant sees them all."""

from typing import LiteralString

from gatehouse.directory.tenants.models import Tenant
from gatehouse.kit.db import Command, Query
from gatehouse.kit.lists import ListOf, Parts, Source
from gatehouse.management.tenants.as_json import TENANT_JSON
from gatehouse.management.tenants.models import TenantPage, TenantsPart

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
# The next ones by id: their JSON, with commas between them, and the last id while there may be more. In one
# pass of the index: joined again to the table, each part would read the whole table. So it would with a limit
# that the planner knows: the policy hides how many rows there are, and it takes a thousand for all of them.
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


def _write(parts: Parts) -> LiteralString:
    return f"""
      with total as materialized (select {parts.total} as n), page as materialized ({parts.page})
      select coalesce((
        select json_agg(one.text order by {parts.order}) from (
          select page.*, (select {TENANT_JSON} from tenants t where t.id = page.tenant_id) as text
          from page
        ) one
      ), '[]')::text as items, (select n from total) as total
    """


# Every account that is not deleted.
EVERY_TENANT = ListOf(
    TenantPage,
    _write,
    parameters=0,
    columns="t.tenant_id",
    sources=[Source("tenants t", "t.deleted_at is null")],
    sorts={"name": "lower(t.name)", "createdAt": "t.created_at", "tenantId": "t.tenant_id"},
    tie="t.tenant_id",
    conditions={
        "name": "t.name ilike $?::text",
        "ids": "t.tenant_id = any ($?::uuid[])",
        "parent": "t.parent_id = $?::uuid",
    },
)

SET_OF_VENDOR = Command(
    """
    update tenants set is_reseller = $2, creator_name = $3, creator_email = $4, updated_at = $5
    where tenant_id = $1 and deleted_at is null
    """
)
# The row is held from here on, so that two changes of it add up.
HOLD = Query(
    Tenant, "select * from tenants where tenant_id = $1 and deleted_at is null for no key update"
)
SET_METADATA = Command(
    "update tenants set metadata = $2, updated_at = $3 where tenant_id = $1 and deleted_at is null"
)
