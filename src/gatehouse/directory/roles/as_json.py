"""Roles and permissions as JSON, built in SQL (wire-api §12: Role, Permission)."""

from typing import LiteralString

from gatehouse.kit.db.as_json import instant_as_json

# JSON of the role `r`.
ROLE: LiteralString = f"""
  json_strip_nulls(json_build_object(
    'id', r.id, 'key', r.key, 'name', r.name, 'description', r.description,
    'isDefault', r.is_default, 'firstUserRole', r.is_first_user_role, 'level', r.level,
    'permissions', array(
      select p.id from role_permissions rp join permissions p on p.id = rp.permission_id
      where rp.role_id = r.id order by p.key
    ),
    'tenantId', r.tenant_id, 'vendorId', (select v.id from vendor v),
    'createdAt', {instant_as_json("r.created_at")}, 'updatedAt', {instant_as_json("r.updated_at")}
  ))::text
"""

# JSON of the permission `p`, with `h`, the roles of `permission_holders`.
PERMISSION: LiteralString = f"""
  json_build_object(
    'id', p.id, 'key', p.key, 'name', p.name, 'description', p.description,
    'categoryId', p.category_id, 'fePermission', p.fe_permission,
    'assignmentType', p.assignment_type, 'roleIds', coalesce(h.role_ids, '{{}}'),
    'createdAt', {instant_as_json("p.created_at")}, 'updatedAt', {instant_as_json("p.updated_at")}
  )::text
"""


def permission_holders(tenants: LiteralString) -> LiteralString:
    """For each permission the roles that hold it: those of these tenants (an array), and of the vendor."""
    return f"""
      select rp.permission_id, array_agg(rp.role_id order by rp.role_id) as role_ids
      from role_permissions rp
      where rp.tenant_id = any ({tenants}) or rp.tenant_id is null
      group by rp.permission_id
    """


def holders_in_many(tenants: LiteralString) -> LiteralString:
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
