"""Statements on the prerequisites of an import. They need the system scope."""

from uuid import UUID

from gatehouse.kit.db import Query

ROLE_KEYS = Query(str, "select key from roles where tenant_id is null")
ROLE_NAMES = Query(str, "select lower(name) as name from roles where tenant_id is null")
PERMISSION_KEYS = Query(str, "select key from permissions")
# Of any tenant: an id that another tenant's role has is not taken a second time.
ROLE_IDS = Query(UUID, "select id from roles where id = any ($1::uuid[])")
# Keys and names in lower case that a tenant cannot give to a role of its own.
TAKEN_BY_ROLES = Query(
    str,
    """
    select unnest(array[lower(key), lower(name)]) as word from roles
    where tenant_id is null or tenant_id = $1
    """,
)
ASSIGNABLE_PERMISSIONS = Query(
    UUID, "select id from permissions where key = any ($1::text[]) and assignment_type <> 'NEVER'"
)
TENANT_IDS = Query(UUID, "select tenant_id from tenants where tenant_id = any ($1::uuid[])")
GROUP_BY_NAME = Query(
    UUID, "select id from groups where tenant_id = $1 and lower(name) = lower($2)"
)
ROLES_OPEN = Query(
    UUID,
    """
    select id from roles
    where key = any ($2::text[]) and tenant_id is null or id = any ($3::uuid[]) and tenant_id = $1
    """,
)
MEMBERS = Query(
    UUID,
    """
    select m.user_id from unnest($2::text[]) as a (email)
    join memberships m on m.tenant_id = $1 and m.user_id = gatehouse_person_of(a.email)
    """,
)
