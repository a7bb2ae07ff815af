"""Statements on deleted accounts. They need the system scope, since no tenant sees them."""

from uuid import UUID

from gatehouse.directory.sub_accounts.deletion.models import DeletableTenant
from gatehouse.kit.db import Query

STANDING = Query(
    DeletableTenant,
    """
    select t.id, t.name, t.path, t.deleted_at is not null as is_deleted,
      coalesce(p.deleted_at is not null, false) as parent_is_deleted, d.deleted_with, w.erasing_at
    from tenants t
    left join tenants p on p.id = t.parent_id
    left join deleted_tenants d on d.tenant_id = t.id
    left join deleted_tenants w on w.tenant_id = d.deleted_with
    where t.id = $1
    """,
)

# The accounts deleted with $1, the deepest first and $1 itself last: its row records that something is left
# to erase. Empty before the erasure was started.
DELETED_WITH = Query(
    UUID,
    """
    select d.tenant_id from deleted_tenants d join tenants t on t.id = d.tenant_id
    where d.deleted_with = $1 and exists (
      select from deleted_tenants w where w.tenant_id = $1 and w.erasing_at is not null)
    order by t.path desc
    """,
)
# Accounts at and below the path $1 that an earlier version deleted, which cannot be restored.
TO_ERASE = Query(
    UUID,
    """
    select t.id from tenants t
    where t.path ~>=~ $1 and t.path ~<~ ($1 || '~') and t.deleted_at is not null
      and t.metadata <> '{"erased": true}'
      and not exists (select from deleted_tenants d where d.tenant_id = t.id)
    """,
)
