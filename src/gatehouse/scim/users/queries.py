"""Users as a directory manages them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, LiteralString
from uuid import UUID

from gatehouse.identity.sso.domains.queries import build_owned_domain_condition
from gatehouse.kit.db import Command, Query
from gatehouse.kit.db.locks import AdvisoryLock, build_advisory_expression


@dataclass(frozen=True, slots=True)
class ScimUser:
    """`document`: what the directory says, without what has a column. `user_id` is the account's, which the
    directory is not told. `groups`: those of the same connection, as JSON."""

    id: UUID
    user_id: UUID
    user_name: str
    external_id: str | None
    active: bool
    document: dict[str, Any]
    version: int
    created_at: datetime
    updated_at: datetime
    groups: str


@dataclass(frozen=True, slots=True)
class NewUserStatus:
    """Facts about a user to be created. `is_taken`: the user name is in use. `is_known`: a user has the
    address. `is_own`: the domain of the address is the tenant's. `has_members`: the tenant has members.
    `is_restricted`: the tenant has access restrictions, without which no address is refused."""

    is_taken: bool
    is_known: bool
    is_own: bool
    has_members: bool
    is_restricted: bool


_COLUMNS: LiteralString = """
  s.id, s.user_id, s.user_name, s.external_id, s.active, s.document, s.version, s.created_at, s.updated_at
"""
COLUMNS: LiteralString = f"""
  {_COLUMNS}, coalesce((
    select json_agg(json_build_object('value', g.id, 'display', g.name) order by lower(g.name), g.id)
    from group_members gm
    join scim_groups k on k.tenant_id = gm.tenant_id and k.id = gm.group_id
      and k.connection_id = s.connection_id
    join groups g on g.tenant_id = k.tenant_id and g.id = k.id
    where gm.tenant_id = s.tenant_id and gm.user_id = s.user_id
  ), '[]')::text as groups
"""

FIND = Query(
    ScimUser,
    f"""
    select {COLUMNS} from scim_users s
    where s.tenant_id = $1 and s.connection_id = $2 and s.id = $3
    """,
)

# Locks the writes of the user as `block_writes` does, and returns the user's id.
LOCK = Query(
    UUID,
    f"""
    with locked as materialized (
      select s.user_id, {build_advisory_expression(AdvisoryLock.WRITER, "s.tenant_id || ':' || s.user_id")}
      from scim_users s
      where s.tenant_id = $1 and s.connection_id = $2 and s.id = $3
    )
    select user_id from locked
    """,
)

# Of any connection of the tenant: a user is managed by one connection only.
KEPT = Query(bool, "select exists (select from scim_users where tenant_id = $1 and user_id = $2)")
NAME_TAKEN = Query(
    bool,
    """
    select exists (
      select from scim_users where tenant_id = $1 and connection_id = $2
        and name_key = lower($3) and id is distinct from $4::uuid)
    """,
)
# By the rights of an account above, which this tenant cannot take away.
INHERITED = Query(
    bool,
    """
    select exists (
      select from memberships where tenant_id = $1 and user_id = $2 and inherited_from is not null)
    """,
)
ADD = Query(
    ScimUser,
    f"""
    insert into scim_users as s (id, tenant_id, connection_id, user_id, user_name, external_id, active,
      document, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
    returning {COLUMNS}
    """,
)
# Facts about users to be created, by user names and addresses, in the given order. Compared values are
# computed beforehand, and each name is looked up separately, so that an index is read and never all of the
# connection's users. One member is read in the index's order: a mere `exists` may read every other tenant's
# members before the first of a large tenant's.
STANDING = Query(
    NewUserStatus,
    f"""
    select t.id is not null as is_taken,
      gatehouse_person_of(n.address) is not null as is_known,
      {build_owned_domain_condition("n.domain")} as is_own,
      (select m.user_id from memberships m where m.tenant_id = $1 order by m.user_id limit 1)
        is not null as has_members,
      exists (select from entry_rules e where e.tenant_id = $1 and e.is_active) as is_restricted
    from (
      select u.place, lower(u.user_name) as key, u.address, split_part(u.address, '@', -1) as domain
      from unnest($3::text[], $4::text[]) with ordinality u (user_name, address, place) offset 0
    ) n
    left join lateral (
      select s.id from scim_users s
      where s.tenant_id = $1 and s.connection_id = $2 and s.name_key = n.key offset 0
    ) t on true
    order by n.place
    """,
)
ADD_ALL = Query(
    ScimUser,
    f"""
    insert into scim_users as s (id, tenant_id, connection_id, user_id, user_name, external_id, active,
      document, created_at, updated_at)
    select n.id, $1, $2, n.user_id, n.user_name, n.external_id, true, n.document, $3, $3
    from unnest($4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::jsonb[])
      n (id, user_id, user_name, external_id, document)
    returning {_COLUMNS}, '[]' as groups
    """,
)
CHANGE = Query(
    ScimUser,
    f"""
    update scim_users s set user_id = $4, user_name = $5, external_id = $6, active = $7, document = $8,
      updated_at = $9, version = version + 1
    where tenant_id = $1 and connection_id = $2 and id = $3
    returning {COLUMNS}
    """,
)
DELETE = Command("delete from scim_users where tenant_id = $1 and connection_id = $2 and id = $3")

# User ids by SCIM ids.
PEOPLE = Query(
    UUID,
    """
    select user_id from scim_users
    where tenant_id = $1 and connection_id = $2 and id = any ($3::uuid[])
    """,
)

DELETE_USER_LINK = Command("delete from scim_users where tenant_id = $1 and user_id = $2")
