"""Statements on a tenant and those below its path."""

from uuid import UUID

from gatehouse.kit.db import Command, Query

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
