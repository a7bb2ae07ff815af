"""Statements on tenants."""

from gatehouse.directory.tenants.models import Tenant
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

TENANTS_OF = Query(
    Tenant,
    """
    select t.* from memberships m
    join tenants t on t.id = m.tenant_id and t.deleted_at is null
    where m.user_id = $1 and m.activated and not m.is_disabled
      and (m.temporary_expires_at is null or m.temporary_expires_at > $2)
    order by t.name, t.id
    """,
)

LOCK_TENANT = Command("select id from tenants where id = $1 for no key update")
