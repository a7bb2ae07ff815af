"""Statements of the vendor on suspensions. They need the system scope."""

from uuid import UUID

from gatehouse.kit.db import Query

# A staff member who belongs to a tenant at or below the path $1 and could enter none any more.
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
