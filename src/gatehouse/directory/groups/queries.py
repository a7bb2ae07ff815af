"""Statements on groups. Lists return JSON (wire-api §16.9).

Many groups give the same roles, so each role is rendered once per response and copied into every group.
The number of members shown per group is limited; the total is returned beside them.
"""

from dataclasses import dataclass
from typing import LiteralString
from uuid import UUID

from gatehouse.access.single_statement_reads import OWN, compose_authorized_select
from gatehouse.directory.groups.schemas import GroupConfiguration
from gatehouse.directory.people.membership_queries import BOTH_MEMBERSHIPS
from gatehouse.directory.roles.queries import ROLE
from gatehouse.kit.db import Command, Query
from gatehouse.kit.db.as_json import instant_as_json
from gatehouse.kit.lists import CAP, ListOf, Source, StatementParts, compose_page_text
from gatehouse.kit.tenant_cleanup import TenantTable

# Per tenant; the list returns all of them.
MOST_GROUPS = 2_000
DIRECTORY = "scim2"


@dataclass(frozen=True, slots=True)
class Group:
    id: UUID
    name: str
    color: str | None
    description: str
    metadata: str
    managed_by: str
    role_ids: list[UUID]


# Members of group `g` who are visible to others.
_MEMBERS: LiteralString = """
  group_members gm
  join memberships m on m.tenant_id = gm.tenant_id and m.user_id = gm.user_id
  join users u on u.id = gm.user_id and not u.invisible
  where gm.tenant_id = g.tenant_id and gm.group_id = g.id
"""

_ALL: LiteralString = "group_members gm where gm.tenant_id = g.tenant_id and gm.group_id = g.id"

# A member who has not accepted the invitation is shown and sorted by the address and name that this tenant
# gave when inviting.
_NAME: LiteralString = """
  case when m.activated then u.name
    else coalesce(m.invited_name, split_part(coalesce(m.invited_email, u.email), '@', 1)) end
"""
_PERSON: LiteralString = f"""
  json_strip_nulls(json_build_object(
    'id', u.id,
    'email', case when m.activated then u.email else coalesce(m.invited_email, u.email) end,
    'name', {_NAME},
    'profilePictureUrl', case when m.activated then u.profile_picture_url end,
    'activatedForTenant', m.activated,
    'createdAt', {instant_as_json("case when m.activated then u.created_at else m.created_at end")}
  ))::text
"""


def compose_groups_json(
    page: LiteralString, *, roles: LiteralString, users: LiteralString, shown: LiteralString
) -> LiteralString:
    """The query parts of a `with` that ends in `written`: a `text` for each group of `page` (id, key) of
    the tenant `$3`. `roles` and `users` are conditions: whether to include these; of users at most
    `shown`. If the tenant has no invisible member, members are counted without checking each one's
    visibility."""
    return f"""
    page as materialized ({page}),
    role as materialized (
      select r.id, r.level, {ROLE} as text from roles r
      where {roles} and r.id = any (array(
        select gr.role_id from page join group_roles gr on gr.tenant_id = $3 and gr.group_id = page.id
      ))
    ),
    hidden as materialized (
      select exists (
        select from users u join memberships m on m.tenant_id = $3 and m.user_id = u.id
        where u.invisible
      ) as any_one
    ),
    written as (
      select page.key, g.id,
        left(json_strip_nulls(json_build_object(
          'id', g.id, 'name', g.name, 'color', g.color, 'description', g.description,
          'metadata', g.metadata, 'managedBy', g.managed_by,
          'createdAt', {instant_as_json("g.created_at")}, 'updatedAt', {instant_as_json("g.updated_at")},
          'usersCount', case
            when not {users} then null
            when (select any_one from hidden) then (
              select count(*) from (select from {_MEMBERS} limit {CAP}) one
            )
            else (select count(*) from (select from {_ALL} limit {CAP}) one)
          end
        ))::text, -1)
        || case when {roles} then ',"roles":[' || coalesce((
          select string_agg(role.text, ',' order by role.level, role.id) from group_roles gr
          join role on role.id = gr.role_id where gr.tenant_id = g.tenant_id and gr.group_id = g.id
        ), '') || ']' else '' end
        || case when {users} then ',"users":[' || coalesce((
          select string_agg(text, ',' order by name, id) from (
            select u.id, lower({_NAME}) as name, {_PERSON} as text from {_MEMBERS}
            order by gm.user_id limit {shown}
          ) person
        ), '') || ']' else '' end
        || '}}' as text
      from page join groups g on g.tenant_id = $3 and g.id = page.id
    )
    """


LEFT = TenantTable("groups")

_WITH_ROLES: LiteralString = "$6::bool"
_WITH_USERS: LiteralString = "$7::bool"
_FEW: LiteralString = "25"
_MANY: LiteralString = "1000"


def _compose_groups_statement(page: LiteralString) -> LiteralString:
    parts = compose_groups_json(page, roles=_WITH_ROLES, users=_WITH_USERS, shown=_FEW)
    return compose_authorized_select(f"""
      with {parts}
      select '{{"groups":[' || coalesce(string_agg(text, ',' order by key, id), '') || ']}}' from written
    """)


# The limit equals the maximum number of groups per tenant.
GROUPS = Query(
    str,
    _compose_groups_statement(
        "select g.id, lower(g.name) as key from groups g where g.tenant_id = $3 limit 2000"
    ),
)
GROUPS_BY_ID = Query(
    str,
    _compose_groups_statement("""
      select g.id, lower(g.name) as key from groups g where g.tenant_id = $3 and g.id = any ($8::uuid[])
    """),
)


def _compose_group_statement(
    tenant: LiteralString, page: LiteralString, roles: LiteralString, users: LiteralString
) -> LiteralString:
    parts = compose_groups_json(page, roles=roles, users=users, shown=_MANY).replace("$3", tenant)
    return f"with {parts} select coalesce((select text from written), 'null')"


# Returns `null` when there is no such group.
GROUP = Query(
    str,
    compose_authorized_select(
        _compose_group_statement("$3", "select $8::uuid as id, 0 as key", _WITH_ROLES, _WITH_USERS)
    ),
)
GROUP_AS_IT_IS = Query(
    str, _compose_group_statement("$1::uuid", "select $2::uuid as id, 0 as key", "true", "true")
)


def _compose_page_statement(parts: StatementParts) -> LiteralString:
    items = compose_groups_json(parts.page, roles=_WITH_ROLES, users=_WITH_USERS, shown=_FEW)
    return compose_authorized_select(compose_page_text(parts, items))


PAGES = ListOf(
    str,
    _compose_page_statement,
    parameters=OWN + 2,
    columns="g.id",
    sources=[Source("groups g", "g.tenant_id = $3")],
    sorts={
        "id": "g.id",
        "name": "lower(g.name)",
        "createdAt": "g.created_at",
        "updatedAt": "g.updated_at",
    },
    tie="g.id",
    conditions={"text": "(g.name || ' ' || g.description) ilike $?::text"},
)

FIND = Query(
    Group,
    """
    select g.id, g.name, g.color, g.description, g.metadata, g.managed_by, array(
      select gr.role_id from group_roles gr
      where gr.tenant_id = g.tenant_id and gr.group_id = g.id order by gr.role_id
    ) as role_ids
    from groups g where g.tenant_id = $1 and g.id = $2
    """,
)

COUNT = Query(int, "select count(*) from groups where tenant_id = $1")

# `$3`: the group that is being renamed.
TAKEN = Query(
    bool,
    """
    select exists (
      select from groups where tenant_id = $1 and lower(name) = lower($2) and id is distinct from $3::uuid
    )
    """,
)

ADD = Command(
    """
    insert into groups (id, tenant_id, name, color, description, metadata, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $7)
    """
)

ADD_KEPT_ELSEWHERE = Command(
    """
    insert into groups (id, tenant_id, name, managed_by, created_at, updated_at)
    values ($1, $2, $3, 'scim2', $4, $4)
    """
)

LET_GO = Command("update groups set managed_by = 'frontegg' where tenant_id = $1 and id = $2")

CHANGE = Command(
    """
    update groups set name = $3, color = $4, description = $5, metadata = $6, updated_at = $7
    where tenant_id = $1 and id = $2
    """
)

DELETE = Command("delete from groups where tenant_id = $1 and id = $2")

_ADDED: LiteralString = """
  select $1, $2, one.id from unnest($3::uuid[]) one (id) on conflict do nothing
"""
_OF_GROUP: LiteralString = "where tenant_id = $1 and group_id = $2"


def _compose_group_change(change: LiteralString) -> Command:
    """A statement that adds or deletes rows of group $2, which has changed at the time $4."""
    return Command(
        f"""
        with changed as ({change})
        update groups set updated_at = $4 where tenant_id = $1 and id = $2
        """
    )


ADD_ROLES = _compose_group_change(
    f"insert into group_roles (tenant_id, group_id, role_id) {_ADDED}"
)
DROP_ROLES = _compose_group_change(
    f"delete from group_roles {_OF_GROUP} and role_id = any ($3::uuid[])"
)
ADD_MEMBERS = _compose_group_change(
    f"insert into group_members (tenant_id, group_id, user_id) {_ADDED}"
)
DROP_MEMBERS = _compose_group_change(
    f"delete from group_members {_OF_GROUP} and user_id = any ($3::uuid[])"
)
# Returns the members that were added.
ADD_KEPT_MEMBERS = Query(
    UUID, f"insert into group_members (tenant_id, group_id, user_id) {_ADDED} returning user_id"
)

# Limited: in a larger group, writes of the remaining members that are under way may still finish.
SOME_MEMBERS = Query(
    UUID,
    """
    select user_id from group_members where tenant_id = $1 and group_id = $2 order by user_id limit 1000
    """,
)

# Whether group $2, or any group if $2 is null, makes a member an administrator.
MAKES_ADMINS = Query(
    bool,
    """
    select exists (
      select from group_roles gr
      join group_members gm on gm.tenant_id = gr.tenant_id and gm.group_id = gr.group_id
      where gr.tenant_id = $1 and ($2::uuid is null or gr.group_id = $2)
        and gr.role_id = (select r.id from roles r where r.tenant_id is null and r.key = 'Admin')
    )
    """,
)

ROLES_OF_ALL = Query(UUID, "select distinct role_id from group_roles where tenant_id = $1")

CONFIGURATION = Query(
    GroupConfiguration,
    "select enabled, roles_enabled from group_configurations where tenant_id = $1",
)

CONFIGURE = Command(
    """
    insert into group_configurations (tenant_id, enabled, roles_enabled, updated_at)
    values ($1, $2, $3, $4)
    on conflict (tenant_id) do update set enabled = $2, roles_enabled = $3, updated_at = $4
    """
)

MERGE_GROUPS = Command(
    f"""
    insert into group_members (tenant_id, group_id, user_id)
    select g.tenant_id, g.group_id, $2 from {BOTH_MEMBERSHIPS}
    join group_members g on g.tenant_id = a.tenant_id and g.user_id = a.user_id
    where a.user_id = $1
    on conflict do nothing
    """
)

# Adds user $3 to the groups of user $2 in tenant $1.
COPY_GROUPS = Command(
    """
    insert into group_members (tenant_id, group_id, user_id)
    select tenant_id, group_id, $3 from group_members where tenant_id = $1 and user_id = $2
    on conflict do nothing
    """
)
