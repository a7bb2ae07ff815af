"""Statements on roles and permissions. A role without a tenant is the vendor's and seen by all. Where
roles and permissions are read, `$1` holds the tenants."""

from uuid import UUID

from gatehouse.directory.roles.models import CataloguedPermission, Category, Role
from gatehouse.kit.db import Command, Query

ROLE = """
select r.id, r.tenant_id, (select v.id from vendor v) as vendor_id, r.key, r.name, r.description,
  r.is_default, r.is_first_user_role as first_user_role, r.level, r.created_at, r.updated_at,
  coalesce(held.ids, '{}') as permissions, coalesce(held.keys, '{}') as permission_keys
from roles r
left join lateral (
  select array_agg(p.id order by p.key) as ids, array_agg(p.key order by p.key) as keys
  from role_permissions rp join permissions p on p.id = rp.permission_id where rp.role_id = r.id
) held on true
where (r.tenant_id = any ($1::uuid[]) or r.tenant_id is null)
"""

ROLES = Query(Role, f"{ROLE} order by r.level, lower(r.name), r.id")

ROLES_BY_ID = Query(
    Role, f"{ROLE} and r.id = any ($2::uuid[]) order by r.level, lower(r.name), r.id"
)

PERMISSION = """
select p.id, p.category_id, p.key, p.name, p.description, p.fe_permission, p.assignment_type,
  p.created_at, p.updated_at, array(
    select rp.role_id from role_permissions rp
    where rp.permission_id = p.id and (rp.tenant_id = any ($1::uuid[]) or rp.tenant_id is null)
    order by rp.role_id
  ) as role_ids
from permissions p
"""

PERMISSIONS = Query(CataloguedPermission, f"{PERMISSION} order by p.key")

PERMISSIONS_OF_ROLES = Query(
    CataloguedPermission,
    f"""{PERMISSION}
    where p.id in (
      select rp.permission_id from role_permissions rp
      where rp.role_id = any ($2::uuid[]) and (rp.tenant_id = any ($1::uuid[]) or rp.tenant_id is null)
    )
    order by p.key
    """,
)

PERMISSIONS_BY_ID = Query(
    CataloguedPermission, f"{PERMISSION} where p.id = any ($2::uuid[]) order by p.key"
)

CATEGORIES = Query(Category, "select * from permission_categories order by name")

# The vendor's names and keys are taken in every tenant. `$4`: the role that is being renamed.
TAKEN = Query(
    str,
    """
    select case when r.key = $2 then 'key' else 'name' end from roles r
    where (r.tenant_id = $1 or r.tenant_id is null)
      and (r.key = $2 or lower(r.name) = lower($3)) and r.id is distinct from $4::uuid
    order by 1 limit 1
    """,
)

# No row when another request took the name or the key in the meantime.
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
