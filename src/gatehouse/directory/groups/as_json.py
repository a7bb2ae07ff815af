"""Groups as JSON, built in SQL (wire-api §16.9).

Many groups give the same roles, so each role is rendered once per response and copied into every group.
The number of members shown per group is limited; the total is returned beside them.
"""

from typing import LiteralString

from gatehouse.directory.roles.as_json import ROLE
from gatehouse.kit.db.as_json import instant_as_json
from gatehouse.kit.lists import CAP

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


def groups_as_json(
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
