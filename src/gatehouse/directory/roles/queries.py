"""Statements on roles and permissions. A role without a tenant is the vendor's and visible to all tenants.
The lists return JSON (wire-api §12: Role, Permission)."""

from typing import LiteralString
from uuid import UUID

from gatehouse.directory.roles.models import OwnedRole, Role, VendorPermission
from gatehouse.kit.db import Command, Query
from gatehouse.kit.db.as_json import instant_as_json, omit_null
from gatehouse.kit.lists import ListOf, Source, StatementParts, compose_page_text


def _compose_role_columns(permissions: LiteralString) -> LiteralString:
    """The values of the role `r` by their names on the wire; `permissions` is an array of ids."""
    return f"""
      r.id, r.key, r.name, r.description, r.is_default as "isDefault",
      r.is_first_user_role as "firstUserRole", r.level, {permissions} as permissions,
      r.tenant_id as "tenantId", (select v.id from vendor v) as "vendorId",
      {instant_as_json("r.created_at")} as "createdAt", {instant_as_json("r.updated_at")} as "updatedAt"
    """


_ONE_ROLE = _compose_role_columns("""array(
  select p.id from role_permissions rp join permissions p on p.id = rp.permission_id
  where rp.role_id = r.id order by p.key
)""")
# JSON of the columns `role`.
_ROLE_JSON = omit_null("tenantId", "row_to_json(role)::text")
# JSON of the role `r`, where roles are read one by one.
ROLE: LiteralString = f"(select {_ROLE_JSON} from (select {_ONE_ROLE}) role)"


def compose_roles_json(ids: LiteralString | None = None) -> LiteralString:
    """The id, level, name in lower case and JSON `text` of each role of the tenant `$1` and the vendor, or of
    those with these ids (an array). The permissions of all of them are read at once.

    The planner may expect one role where there are five hundred, and choose nested loops, which take long.
    It cannot here: neither for a `full join` nor for `in (…) is true`, which looks up a hash.
    """
    own_or_vendors: LiteralString = "(tenant_id = $1 or tenant_id is null)"
    by_id: LiteralString = f"id = any ({ids})" if ids else "true"
    among_wanted: LiteralString = (
        "role_id = any (array(select id from wanted))"
        if ids
        else "(role_id in (select id from wanted)) is true"
    )
    return f"""
      with wanted as materialized (select * from roles where {own_or_vendors} and {by_id}),
      catalogue as materialized (select array_agg(id order by key) as ids from permissions),
      held as (
        select role_id,
          array_agg(permission_id order by array_position((select ids from catalogue), permission_id)) as ids
        from role_permissions where {own_or_vendors} and {among_wanted}
        group by role_id
      )
      select role.id, role.level, lower(role.name) as name, {_ROLE_JSON} as text
      from (
        select {_compose_role_columns("coalesce(held.ids, '{}')")}
        from wanted r full join held on held.role_id = r.id
      ) role
    """


# JSON of the permission `p`, with `h`, the roles of `compose_permission_holders`.
PERMISSION: LiteralString = f"""
  json_build_object(
    'id', p.id, 'key', p.key, 'name', p.name, 'description', p.description,
    'categoryId', p.category_id, 'fePermission', p.fe_permission,
    'assignmentType', p.assignment_type, 'roleIds', coalesce(h.role_ids, '{{}}'),
    'createdAt', {instant_as_json("p.created_at")}, 'updatedAt', {instant_as_json("p.updated_at")}
  )::text
"""


def compose_permission_holders(tenants: LiteralString) -> LiteralString:
    """For each permission the roles that hold it: those of these tenants (an array), and of the vendor."""
    return f"""
      select rp.permission_id, array_agg(rp.role_id order by rp.role_id) as role_ids
      from role_permissions rp
      where rp.tenant_id = any ({tenants}) or rp.tenant_id is null
      group by rp.permission_id
    """


def compose_holders_in_many_tenants(tenants: LiteralString) -> LiteralString:
    """For each permission the roles that hold it, for thousands of tenants: as a set instead of an array,
    so that rows are not compared with one tenant after the other."""
    return f"""
      select held.permission_id, array_agg(held.role_id order by held.role_id) as role_ids
      from (
        select rp.permission_id, rp.role_id from role_permissions rp where rp.tenant_id is null
        union all
        select rp.permission_id, rp.role_id from role_permissions rp
        where rp.tenant_id in (select unnest({tenants}))
      ) held
      group by held.permission_id
    """


# The columns of `Role`, of roles `r`.
SELECT_ROLES: LiteralString = """
  select r.id, r.tenant_id, (select v.id from vendor v) as vendor_id, r.key, r.name, r.description,
    r.is_default, r.is_first_user_role as first_user_role, r.level, r.created_at, r.updated_at,
    coalesce(held.ids, '{}') as permissions, coalesce(held.keys, '{}') as permission_keys
  from roles r
  left join lateral (
    select array_agg(p.id order by p.key) as ids, array_agg(p.key order by p.key) as keys
    from role_permissions rp join permissions p on p.id = rp.permission_id where rp.role_id = r.id
  ) held on true
"""
ROLES_BY_ID = Query(
    Role,
    f"""
    {SELECT_ROLES}
    where (r.tenant_id = any ($1::uuid[]) or r.tenant_id is null) and r.id = any ($2::uuid[])
    order by r.level, lower(r.name), r.id
    """,
)

_ROLES: LiteralString = f"""
  select coalesce(string_agg(text, ',' order by level, name, id), '')
  from ({compose_roles_json()}) role
"""
ROLES = Query(str, f"select '[' || ({_ROLES}) || ']'")
TEAM_ROLES = Query(str, f"""select '{{"items":[' || ({_ROLES}) || ']}}'""")

# No row when the role $2 does not exist in tenant $1.
ROLE_SEEN = Query(
    str,
    f"""
    select {_ROLE_JSON} from (
      select {_ONE_ROLE} from roles r where (r.tenant_id = $1 or r.tenant_id is null) and r.id = $2
    ) role
    """,
)


def _compose_page_statement(parts: StatementParts) -> LiteralString:
    written: LiteralString = f"""
      page as materialized ({parts.page}),
      written as (
        select page.id, page.key, role.text
        from page full join ({compose_roles_json("array(select id from page)")}) role using (id)
      )
    """
    return compose_page_text(parts, written)


PAGES = ListOf(
    str,
    _compose_page_statement,
    parameters=1,
    columns="r.id",
    sources=[Source("roles r", "(r.tenant_id = $1 or r.tenant_id is null)")],
    sorts={
        "name": "lower(r.name)",
        "key": "r.key",
        "description": "r.description",
        "isDefault": "r.is_default",
        "firstUserRole": "r.is_first_user_role",
        "level": "r.level",
        "createdAt": "r.created_at",
        "updatedAt": "r.updated_at",
        "permissions": "(select count(*) from role_permissions rp where rp.role_id = r.id)",
        "userTenants": """(
          select count(*) from membership_roles mr where mr.tenant_id = $1 and mr.role_id = r.id
        )""",
        "groups": """(
          select count(*) from group_roles gr where gr.tenant_id = $1 and gr.role_id = r.id
        )""",
    },
    tie="r.id",
    conditions={
        "text": "(r.name || ' ' || r.key || ' ' || r.description) ilike $?::text",
        "levels": "r.level = any ($?::int[])",
        "tenants": "r.tenant_id = any ($?::uuid[])",
    },
)

LEVELS = Query(
    str,
    """
    select coalesce(json_agg(level order by level), '[]')::text from (
      select distinct r.level from roles r where r.tenant_id = $1 or r.tenant_id is null
    ) one
    """,
)

# Tenants that own visible roles besides the vendor: the own one, if it has any.
TENANTS = Query(
    str,
    """
    select coalesce(json_agg(tenant_id), '[]')::text from (
      select distinct r.tenant_id from roles r where r.tenant_id = $1
    ) one
    """,
)

_CATALOGUE = f"""
  select p.id, p.category_id, p.key, {PERMISSION} as text from permissions p
  left join ({compose_permission_holders("array[$1::uuid]")}) h on h.permission_id = p.id
"""
PERMISSIONS = Query(
    str,
    f"select '[' || coalesce(string_agg(text, ',' order by key), '') || ']' from ({_CATALOGUE}) one",
)

CATEGORIES = Query(
    str,
    f"""
    with category as (
      select c.name, left(json_build_object(
          'id', c.id, 'name', c.name, 'description', c.description, 'feCategory', true,
          'permissionIds', coalesce(array_agg(p.id order by p.key) filter (where p.id is not null), '{{}}'),
          'createdAt', {instant_as_json("c.created_at")}, 'updatedAt', {instant_as_json("c.updated_at")}
        )::text, -1)
        || ',"permissions":[' || coalesce(string_agg(p.text, ',' order by p.key), '') || ']}}' as text
      from permission_categories c left join ({_CATALOGUE}) p on p.category_id = c.id
      group by c.id
    )
    select '[' || coalesce(string_agg(text, ',' order by name), '') || ']' from category
    """,
)

PERMISSIONS_BY_ID = Query(
    VendorPermission,
    "select p.id, p.key, p.assignment_type from permissions p where p.id = any ($1::uuid[]) order by p.key",
)

# The vendor's names and keys are reserved in every tenant. `$4`: the role that is being renamed.
TAKEN = Query(
    str,
    """
    select case when r.key = $2 then 'key' else 'name' end from roles r
    where (r.tenant_id = $1 or r.tenant_id is null)
      and (r.key = $2 or lower(r.name) = lower($3)) and r.id is distinct from $4::uuid
    order by 1 limit 1
    """,
)

COUNT_ROLES = Query(int, "select count(*) from roles where tenant_id = $1")

# No row when a concurrent request took the name or the key.
ADD_ROLE = Query(
    UUID,
    """
    with added as (
      insert into roles
        (id, tenant_id, key, name, description, is_default, level, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
      on conflict do nothing
      returning id
    ), held as (
      insert into role_permissions (role_id, permission_id, tenant_id)
      select added.id, p.id, $2 from added, unnest($9::uuid[]) as p (id)
    )
    select id from added
    """,
)

CHANGE_ROLE = Command(
    """
    update roles set key = $3, name = $4, description = $5, is_default = $6, level = $7,
      updated_at = $8
    where tenant_id = $1 and id = $2
    """,
)

# The tenant's own roles that hold permission $2.
HOLDERS = Query(
    UUID,
    "select role_id from role_permissions where tenant_id = $1 and permission_id = $2 order by role_id",
)

# Set which of the tenant's own roles hold permission $2: exactly these.
SET_HOLDERS = Command(
    """
    with dropped as (
      delete from role_permissions
      where tenant_id = $1 and permission_id = $2 and role_id <> all ($3::uuid[])
      returning role_id
    ), added as (
      insert into role_permissions (role_id, permission_id, tenant_id)
      select one.id, $2, $1 from unnest($3::uuid[]) one (id)
      on conflict do nothing
      returning role_id
    )
    update roles set updated_at = $4 where tenant_id = $1
      and id in (select role_id from dropped union all select role_id from added)
    """,
)

PERMISSION_SEEN = Query(
    str,
    f"""
    select {PERMISSION} from permissions p
    left join ({compose_permission_holders("array[$1::uuid]")}) h on h.permission_id = p.id where p.id = $2
    """,
)

SET_PERMISSIONS = Command(
    """
    with dropped as (
      delete from role_permissions
      where tenant_id = $1 and role_id = $2 and permission_id <> all ($3::uuid[])
    ), held as (
      insert into role_permissions (role_id, permission_id, tenant_id)
      select $2, p.id, $1 from unnest($3::uuid[]) as p (id)
      on conflict do nothing
    )
    update roles set updated_at = $4 where tenant_id = $1 and id = $2
    """,
)

DELETE_ROLE = Command("delete from roles where tenant_id = $1 and id = $2")

DELETE_ROLES_OF_TENANT = Command("delete from roles where tenant_id = $1")

SAVE_VENDOR_ROLE = Command(
    """
    insert into roles
      (key, name, description, is_default, is_first_user_role, level, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $7)
    on conflict (tenant_id, key) do update set name = $2, description = $3, is_default = $4,
      is_first_user_role = $5, level = $6, updated_at = $7
    """
)

SET_VENDOR_ROLE_PERMISSIONS = Command(
    """
    with role as (select id from roles where key = $1 and tenant_id is null),
    dropped as (
      delete from role_permissions rp using role, permissions p
      where rp.role_id = role.id and p.id = rp.permission_id and p.key <> all ($2::text[])
    )
    insert into role_permissions (role_id, permission_id)
    select role.id, p.id from role, permissions p where p.key = any ($2::text[])
    on conflict do nothing
    """
)

DELETE_VENDOR_ROLE = Command("delete from roles where key = $1 and tenant_id is null")


# Locked so that the role cannot be given to a user until the transaction ends.
LOCK_ROLE = Query(
    OwnedRole,
    "select id, tenant_id, key, name, is_first_user_role from roles where id = $1 for update",
)

# Whether role $1 is used outside of tenant $2.
IS_USED_ELSEWHERE = Query(
    bool,
    """
    select exists (select from membership_roles where role_id = $1 and tenant_id <> $2)
      or exists (select from group_roles where role_id = $1 and tenant_id <> $2)
      or exists (select from api_token_roles where role_id = $1 and tenant_id <> $2)
      or exists (select from sso_connection_roles where role_id = $1 and tenant_id <> $2)
      or exists (select from sso_group_roles where role_id = $1 and tenant_id <> $2) as is_used
    """,
)

# Whether a role other than $1 has the key $2 or the name $3 in tenant $4 or as the vendor's; in any tenant if
# $4 is null.
IS_ROLE_TAKEN = Query(
    bool,
    """
    select exists (
      select from roles where (tenant_id = $4 or tenant_id is null or $4::uuid is null)
        and (key = $2 or lower(name) = lower($3)) and id <> $1
    ) as is_taken
    """,
)

SET_ROLE_TENANT = Command(
    """
    with permissions_moved as (
      update role_permissions set tenant_id = $2 where role_id = $1
    )
    update roles set tenant_id = $2, updated_at = $3 where id = $1
    """
)
