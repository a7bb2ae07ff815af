"""Statements on the groups of a provider."""

from uuid import UUID

from gatehouse.kit.db import Command, Query

COUNT = Query(
    int, "select count(*)::int as n from sso_groups where tenant_id = $1 and connection_id = $2"
)
# No row when the connection has one of this name.
ADD = Query(
    UUID,
    """
    insert into sso_groups (tenant_id, connection_id, id, name, created_at)
    values ($1, $2, $3, $4, $5)
    on conflict (tenant_id, connection_id, name) do nothing
    returning id
    """,
)
TAKEN = Query(
    bool,
    """
    select exists (
      select from sso_groups where tenant_id = $1 and connection_id = $2 and name = $3 and id <> $4
    ) as found
    """,
)
RENAME = Command(
    "update sso_groups set name = $4 where tenant_id = $1 and connection_id = $2 and id = $3"
)
DELETE = Command("delete from sso_groups where tenant_id = $1 and connection_id = $2 and id = $3")
SET_ROLES = Command(
    """
    with gone as (
      delete from sso_group_roles
      where tenant_id = $1 and group_id = $2 and role_id <> all ($3::uuid[])
    )
    insert into sso_group_roles (tenant_id, group_id, role_id)
    select $1, $2, one.id from unnest($3::uuid[]) one (id)
    on conflict do nothing
    """
)
