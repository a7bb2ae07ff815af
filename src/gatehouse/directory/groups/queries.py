"""Statements on groups. Lists return JSON (wire-api §16.9).

Many groups give the same roles and have the same members, so each is rendered once per response and copied
into every group. There is a statement for each of the relations that a caller may include. The number of
members shown per group is limited; the total is returned beside them.
"""

from dataclasses import dataclass
from typing import LiteralString
from uuid import UUID

from gatehouse.directory.groups.schemas import GroupConfiguration, Relations
from gatehouse.directory.people.membership_queries import BOTH_MEMBERSHIPS
from gatehouse.directory.roles.queries import compose_roles_json
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


# JSON of the row `page`, without the brace that closes it.
_GROUP_JSON: LiteralString = f"""
  '{{"id":"' || page.id || '","name":' || to_json(page.name)
  || coalesce(',"color":' || to_json(page.color), '') || ',"description":' || to_json(page.description)
  || ',"metadata":' || to_json(page.metadata) || ',"managedBy":"' || page.managed_by
  || '","createdAt":"' || {instant_as_json("page.created_at")}
  || '","updatedAt":"' || {instant_as_json("page.updated_at")} || '"'
"""

# The roles of each group of `page`.
_ROLES: LiteralString = f"""
  group_role as materialized (
    select gr.group_id, gr.role_id from group_roles gr
    where gr.tenant_id = $1 and gr.group_id = any (array(select id from page))
  ),
  roles_by_group as (
    select gr.group_id as id, string_agg(role.text, ',' order by role.level, role.id) as roles
    from group_role gr
    full join ({compose_roles_json("array(select role_id from group_role)")}) role
      on role.id = gr.role_id
    group by gr.group_id
  )
"""


def compose_groups_json(
    page: LiteralString, relations: Relations | None, most_users: LiteralString
) -> LiteralString:
    """The query parts of a `with` that ends in `written`: a `text` for each group of `page` (the columns of
    `groups`, and `key`) of the tenant `$1`. Invisible members are neither shown nor counted.

    Each row of a `full join` has its match, so any join finds the same. But any other join may become a
    nested loop, which compares each group with each role: the planner can only guess how many there are.
    """
    parts: list[LiteralString] = [f"page as materialized ({page})"]
    joins: list[LiteralString] = []
    number: LiteralString = ""
    lists: LiteralString = ""
    if relations in ("roles", "rolesAndUsers"):
        parts.append(_ROLES)
        joins.append("full join roles_by_group using (id)")
        lists += """ || ',"roles":[' || coalesce(roles, '') || ']'"""
    if relations in ("users", "rolesAndUsers"):
        members: LiteralString = (
            f"gatehouse_list_group_members($1, array(select id from page), {most_users}, {CAP})"
        )
        parts.append(f"users_by_group as materialized (select * from {members})")
        joins.append("full join users_by_group using (id)")
        number = """ || ',"usersCount":' || number"""
        lists += """ || ',"users":[' || coalesce(users, '') || ']'"""
    text: LiteralString = f"{_GROUP_JSON}{number}{lists} || '}}'"
    parts.append(f"written as (select page.key, id, {text} as text from page {' '.join(joins)})")
    return ", ".join(parts)


LEFT = TenantTable("groups")

_FEW: LiteralString = "25"
_MANY: LiteralString = "1000"
_EACH: list[Relations | None] = [None, "roles", "users", "rolesAndUsers"]


def _build_group_lists(page: LiteralString) -> dict[Relations | None, Query[str]]:
    """For each of the relations a statement for all groups of `page`."""

    def compose_list(relations: Relations | None) -> LiteralString:
        return f"""
          with {compose_groups_json(page, relations, _FEW)}
          select '{{"groups":[' || coalesce(string_agg(text, ',' order by key, id), '') || ']}}' from written
        """

    return {each: Query(str, compose_list(each)) for each in _EACH}


# The limit equals the maximum number of groups per tenant.
GROUPS = _build_group_lists(
    "select g.*, lower(g.name) as key from groups g where g.tenant_id = $1 limit 2000"
)
GROUPS_BY_ID = _build_group_lists("""
  select g.*, lower(g.name) as key from groups g where g.tenant_id = $1 and g.id = any ($2::uuid[])
""")


def _compose_group_statement(relations: Relations | None) -> LiteralString:
    page: LiteralString = "select g.*, 0 as key from groups g where g.tenant_id = $1 and g.id = $2"
    return f"with {compose_groups_json(page, relations, _MANY)} select text from written"


# No row when there is no such group.
GROUP = {each: Query(str, _compose_group_statement(each)) for each in _EACH}


def _build_pages(relations: Relations | None) -> ListOf[str]:
    def compose_page(parts: StatementParts) -> LiteralString:
        items = compose_groups_json(parts.page, relations, _FEW)
        return compose_page_text(parts, items)

    return ListOf(
        str,
        compose_page,
        parameters=1,
        columns="g.*",
        sources=[Source("groups g", "g.tenant_id = $1")],
        sorts={
            "id": "g.id",
            "name": "lower(g.name)",
            "createdAt": "g.created_at",
            "updatedAt": "g.updated_at",
        },
        tie="g.id",
        conditions={"text": "(g.name || ' ' || g.description) ilike $?::text"},
        nullable=False,
    )


PAGES = {each: _build_pages(each) for each in _EACH}

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
