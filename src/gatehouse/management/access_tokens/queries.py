"""Access tokens that count at the time $1, of every tenant or of tenant $2. Needs the system scope."""

from typing import LiteralString
from uuid import UUID

from gatehouse.access.rights import PERMISSION_KEYS, ROLE_KEYS
from gatehouse.access.session_caller import PERMISSIONS_FOR_TENANT
from gatehouse.kit.db import Query
from gatehouse.management.access_tokens.models import ActiveToken

_OF_PEOPLE: LiteralString = """
  from api_tokens t
  join memberships_in_force m on m.tenant_id = t.tenant_id and m.user_id = t.owner_id
    and m.until > $1 and (m.sessions_from is null or t.created_at > m.sessions_from)
  where t.kind = 'access_token' and coalesce(t.expires_at, 'infinity') > $1
    and ($2::uuid is null or t.tenant_id = $2)
"""
_OF_TENANTS: LiteralString = """
  from api_tokens t
  join tenants x on x.id = t.tenant_id and x.deleted_at is null and x.suspended_at is null
  where t.kind = 'access_token' and t.owner_id is null and coalesce(t.expires_at, 'infinity') > $1
    and ($2::uuid is null or t.tenant_id = $2)
"""
# More than that, and backends that read the list every ten seconds need another way.
_BOUND: LiteralString = "order by t.created_at desc limit 100000"

ACTIVE_OF_PEOPLE = Query(UUID, f"select t.id {_OF_PEOPLE} {_BOUND}")
ACTIVE_OF_TENANTS = Query(UUID, f"select t.id {_OF_TENANTS} {_BOUND}")

ONE_OF_PEOPLE = Query(
    ActiveToken,
    f"""
    select t.id, t.tenant_id, t.owner_id as user_id, t.expires_at as expires,
      {ROLE_KEYS} as roles,
      {PERMISSION_KEYS} as permissions
    {_OF_PEOPLE} and t.id = $3
    """,
)
ONE_OF_TENANTS = Query(
    ActiveToken,
    f"""
    select t.id, t.tenant_id, null::uuid as user_id, t.expires_at as expires,
      array(
        select r.key from api_token_roles tr join roles r on r.id = tr.role_id
        where tr.token_id = t.id order by r.level, r.key
      ) as roles,
      {PERMISSIONS_FOR_TENANT} as permissions
    {_OF_TENANTS} and t.id = $3
    """,
)
