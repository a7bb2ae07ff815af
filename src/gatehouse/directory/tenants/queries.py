"""Statements on tenants."""

from gatehouse.directory.tenants.models import SubTenant, Tenant
from gatehouse.kit.db import Command, Query

# Under a parent that does not exist, or is deleted, nothing is inserted.
ADD_TENANT = Query(
    Tenant,
    """
    insert into tenants (id, parent_id, path, name, created_at, updated_at)
    select $1::uuid, $2::uuid, coalesce(parent.path, '') || $1::uuid || '/', $3, $4, $4
    from (select 1) as one
    left join tenants parent on parent.id = $2 and parent.deleted_at is null
    where $2::uuid is null or parent.id is not null
    returning *
    """,
)

TENANT = Query(Tenant, "select * from tenants where id = $1 and deleted_at is null")

BELOW = Query(
    SubTenant,
    """
    with recursive below as (
      select t.id, t.name, t.created_at, 1 as level from tenants t
      where t.parent_id = $1 and t.deleted_at is null
      union all
      select t.id, t.name, t.created_at, below.level + 1 from tenants t
      join below on t.parent_id = below.id
      where t.deleted_at is null
    )
    select id as tenant_id, name as tenant_name, level, created_at
    from below order by level, name, id
    """,
)

# Until the transaction ends.
SET_SCOPE = Query(str, "select set_config('gatehouse.scope', $1, true)")

LOCK_TENANT = Command("select id from tenants where id = $1 for no key update")
