"""Statements on tenants."""

from gatehouse.directory.tenants.models import SubTenant, Tenant
from gatehouse.kit.db import Command, Query

# Under a parent that does not exist, or is deleted, and with an id that is taken, nothing is inserted.
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

# Below the path $1, the nearest first. It is compared by range, because behind row-level security `like`
# uses no index; and it is given, because only then the planner knows how much lies below it.
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

# Those of $2 that are below $1.
SOME_BELOW = Query(
    Tenant,
    """
    select t.* from tenants own
    join tenants t on t.path ~>~ own.path and t.path ~<~ (own.path || '~') and t.deleted_at is null
    where own.id = $1 and own.deleted_at is null and t.id = any ($2::uuid[])
    order by t.path
    """,
)

# Until the transaction ends.
SET_SCOPE = Query(str, "select set_config('gatehouse.scope', $1, true)")

LOCK_TENANT = Command("select id from tenants where id = $1 for no key update")

# Nothing is a row lock here, because two that wait for one another's rows would never end.
LOCK_TREE = Command(
    """
    select pg_advisory_xact_lock(hashtextextended('tree:' || split_part(path, '/', 1), 0))
    from tenants where id = $1
    """,
)
