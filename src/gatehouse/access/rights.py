"""Parts of statements that read a member's permissions in a tenant, for a membership `m`.

Roles count whether they are assigned to the user or to one of their groups: the view `effective_roles` has
both.
"""

from typing import LiteralString

_HELD: LiteralString = """
  from effective_roles e where e.tenant_id = m.tenant_id and e.user_id = m.user_id
"""

PERMISSION_KEYS: LiteralString = """
  array(
    select distinct p.key from effective_roles e
    join role_permissions rp on rp.role_id = e.role_id
    join permissions p on p.id = rp.permission_id
    where e.tenant_id = m.tenant_id and e.user_id = m.user_id
    order by p.key
  )
"""

ROLE_KEYS: LiteralString = f"""
  array(
    select r.key from roles r where r.id = any (array(select e.role_id {_HELD}))
    order by r.level, r.key
  )
"""

# A lower number ranks higher; a member without a role ranks lowest.
LEVEL: LiteralString = f"""
  coalesce((
    select min(r.level) from roles r where r.id = any (array(select e.role_id {_HELD}))
  ), 1000)
"""
