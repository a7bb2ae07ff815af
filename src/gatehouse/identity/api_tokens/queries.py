from gatehouse.access.permissions import PERMISSION_KEYS, ROLE_KEYS
from gatehouse.access.session_caller import PERMISSIONS_FOR_TENANT
from gatehouse.identity.api_tokens.models import ApiTokenFacts
from gatehouse.kit.db import Query

# Client credentials $1 if valid at the time $2: a user's while the membership is in force, a tenant's while
# the tenant exists. Needs the system scope.
FACTS = Query(
    ApiTokenFacts,
    f"""
    select t.id, t.tenant_id, t.secret_hash, t.owner_id, t.created_by, t.metadata, u.email, u.name,
      u.metadata as user_metadata,
      {ROLE_KEYS} as roles,
      {PERMISSION_KEYS} as permissions,
      nullif(least(m.until, coalesce(t.expires_at, 'infinity')), 'infinity') as until
    from api_tokens t
    join memberships_in_force m on m.tenant_id = t.tenant_id and m.user_id = t.owner_id
      and m.until > $2 and (m.sessions_from is null or t.created_at > m.sessions_from)
    join users u on u.id = t.owner_id
    where t.id = $1 and t.kind = 'client_credentials' and coalesce(t.expires_at, 'infinity') > $2
    union all
    select t.id, t.tenant_id, t.secret_hash, null, t.created_by, t.metadata, null, null, null,
      array(
        select r.key from api_token_roles tr join roles r on r.id = tr.role_id
        where tr.token_id = t.id order by r.level, r.key
      ),
      {PERMISSIONS_FOR_TENANT}, t.expires_at
    from api_tokens t
    join tenants x on x.id = t.tenant_id and x.deleted_at is null and x.suspended_at is null
    where t.id = $1 and t.owner_id is null and t.kind = 'client_credentials'
      and coalesce(t.expires_at, 'infinity') > $2
    """,
)
