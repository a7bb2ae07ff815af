"""Statements of the vendor on who may act in accounts. They need the system scope."""

from uuid import UUID

from gatehouse.kit.db import Query

# The account $3 with the path $1, and those below it that are not suspended for themselves.
SUSPEND = Query(
    UUID,
    """
    update tenants set suspended_at = coalesce(suspended_at, $2), suspended_with = $3, updated_at = $2
    where path ~>=~ $1 and path ~<~ ($1 || '~') and deleted_at is null
      and (id = $3 or suspended_with is distinct from id)
    returning id
    """,
)

# The account $3 with the path $1, and those below it that were suspended with it.
RESUME = Query(
    UUID,
    """
    update tenants set suspended_at = null, suspended_with = null, updated_at = $2
    where path ~>=~ $1 and path ~<~ ($1 || '~') and deleted_at is null
      and suspended_with = (select own.suspended_with from tenants own where own.id = $3)
    returning id
    """,
)

# One of the staff who belongs to an account at or below the path $1 and may enter none any more.
SHUTS_OUT_STAFF = Query(
    bool,
    """
    select exists (
      select from staff s join users u on u.id = s.user_id and u.locked_at is null
      where exists (
          select from memberships m join tenants t on t.id = m.tenant_id
          where m.user_id = s.user_id and m.activated and not m.is_disabled
            and t.path ~>=~ $1 and t.path ~<~ ($1 || '~'))
        and not exists (
          select from memberships_in_force f where f.user_id = s.user_id and f.until > $2)
    ) as found
    """,
)

AT_OR_BELOW = Query(
    UUID,
    """
    select id from tenants where path ~>=~ $1 and path ~<~ ($1 || '~') order by path limit 100000
    """,
)
PATH = Query(str, "select path from tenants where id = $1")
