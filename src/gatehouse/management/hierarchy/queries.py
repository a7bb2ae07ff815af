"""Statements of the vendor on the tree; in the system scope, since no tenant owns it."""

from gatehouse.kit.db import Command, Query

# How many levels there are from the account with the path $1 down, itself included.
LEVELS = Query(
    int,
    """
    select max(length(path) - length($1::text)) / 37 + 1 from tenants
    where path ~>=~ $1::text and path ~<~ ($1::text || '~')
    """,
)

# The account $1 with the path $2, and all below it, go below $3; the path becomes $4.
MOVE = Command(
    """
    update tenants set parent_id = case when id = $1 then $3::uuid else parent_id end,
      path = $4::text || substr(path, length($2::text) + 1), updated_at = $5
    where path ~>=~ $2::text and path ~<~ ($2::text || '~')
    """
)

# Whoever came into the accounts below the path $1 from above, by an account that is above no more.
END_INHERITED = Command(
    """
    delete from memberships m using tenants t
    where t.path ~>=~ $1::text and t.path ~<~ ($1::text || '~') and m.tenant_id = t.id
      and m.inherited_from is not null and strpos(t.path, m.inherited_from::text || '/') = 0
    """
)
