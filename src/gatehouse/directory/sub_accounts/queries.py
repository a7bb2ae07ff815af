"""Statements on the tree. Most need the system scope, because the scope of a caller does not contain a whole
tree; each one names the account below which it searches."""

from dataclasses import dataclass
from typing import LiteralString
from uuid import UUID

from gatehouse.directory.sub_accounts.schemas import BelowOut, ParentOut
from gatehouse.directory.tenants.queries import compose_found_page
from gatehouse.kit.db import Query
from gatehouse.kit.db.as_json import instant_as_json
from gatehouse.kit.lists import CAP, JsonPage, ListOf, Source, compose_json_page


@dataclass(frozen=True, slots=True)
class OwnTenant:
    """An account that the user is a member of."""

    tenant_id: UUID
    name: str
    is_reseller: bool
    path: str


_ITEM: LiteralString = f"""
  select json_build_object(
    'tenantId', t.tenant_id, 'name', t.name, 'createdAt', {instant_as_json("t.created_at")},
    'isReseller', t.is_reseller, 'subAccountAccessType', t.sub_account_access,
    'metadata', json_build_object('isParent', exists (
      select from tenants c where c.parent_id = t.id and c.deleted_at is null))
  ) from tenants t
"""

# The children of $1.
CHILDREN = ListOf(
    JsonPage,
    lambda parts: compose_json_page(parts, f"{_ITEM} where t.id = page.id"),
    parameters=1,
    columns="t.id",
    sources=[Source("tenants t", "t.parent_id = $1::uuid and t.deleted_at is null")],
    sorts={"name": "lower(t.name)", "createdAt": "t.created_at", "tenantId": "t.id"},
    tie="t.id",
)

# Those below the account with the path $1 by name: pattern, sort, descending, limit, offset.
BELOW_BY_NAME = Query(
    JsonPage,
    compose_found_page(
        "$2::text, $1::text, null, null, $3::text, $4::bool, $5::bigint, $6::bigint",
        f"{_ITEM} where t.id = found.id",
    ),
)

_ABOVE: LiteralString = """
    select p.id as tenant_id, p.name as tenant_name, 'active' as status, p.created_at,
      (length(t.path) - length(p.path)) / 37 as level
    from tenants own
    join tenants t on t.path ~>~ own.path and t.path ~<~ (own.path || '~') and t.deleted_at is null
    cross join lateral unnest(string_to_array(rtrim(t.path, '/'), '/')::uuid[]) as above (id)
    join tenants p on p.id = above.id and p.id <> t.id and p.path ~>=~ own.path
"""

# The ancestors of $2 from $1 down to the parent of $2, highest first.
PARENTS = Query(ParentOut, f"{_ABOVE} where own.id = $1 and t.id = $2 order by level desc")

# The ancestors of account $1, from the one whose access user $2 has inherited; none for a member of $1
# itself.
PARENTS_OF_GUEST = Query(
    ParentOut,
    f"""
    {_ABOVE}
    join memberships m on m.tenant_id = t.id and m.inherited_from = own.id
    where m.tenant_id = $1 and m.user_id = $2 order by level desc
    """,
)

# Of the accounts $2, those that are $1 or below it.
COUNT_BELOW = Query(
    BelowOut,
    f"""
    select t.id as tenant_id, t.name, t.is_reseller, t.created_at, (
        select count(*) from (
          select from tenants b
          where b.path ~>~ t.path and b.path ~<~ (t.path || '~') and b.deleted_at is null limit {CAP}
        ) one
      ) as total_sub_tenants,
      exists (
        select from tenants c where c.parent_id = t.id and c.deleted_at is null
      ) as is_parent
    from tenants own
    join tenants t on t.id = any ($2::uuid[]) and t.path ~>=~ own.path and t.path ~<~ (own.path || '~')
      and t.deleted_at is null
    where own.id = $1
    order by array_position($2::uuid[], t.id)
    """,
)

# The accounts that user $1 is a member of at $2, parents before children.
MINE = Query(
    OwnTenant,
    """
    select t.id as tenant_id, t.name, t.is_reseller, t.path
    from memberships_in_force m join tenants t on t.id = m.tenant_id
    where m.user_id = $1 and m.until > $2
    order by length(t.path), lower(t.name), t.id limit 1000
    """,
)


# Number of levels of the tree below the path $1, including its root.
LEVELS = Query(
    int,
    """
    select max(length(path) - length($1::text)) / 37 + 1 from tenants
    where path ~>=~ $1::text and path ~<~ ($1::text || '~')
    """,
)


# The account above from which user $2 has inherited access to account $1.
CAME_FROM = Query(
    UUID,
    "select inherited_from from memberships"
    " where tenant_id = $1 and user_id = $2 and inherited_from is not null",
)
