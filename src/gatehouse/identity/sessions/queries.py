from datetime import datetime
from typing import LiteralString
from uuid import UUID

from gatehouse.identity.sessions.models import SessionFacts, TokenFacts
from gatehouse.kit.db import Command, Query

# What a token says about user `u` in membership `m`; `$now` as in each statement.
_CLAIMS: LiteralString = """
  m.user_id, m.tenant_id, u.email, u.name, u.verified, u.profile_picture_url, u.metadata,
  u.invisible, u.is_super_user,
  array(
    select o.tenant_id::text from memberships o join tenants ot on ot.id = o.tenant_id
    where o.user_id = u.id and o.activated and not o.is_disabled and ot.deleted_at is null
      and (o.temporary_expires_at is null or o.temporary_expires_at > $2)
    order by o.created_at, o.tenant_id
  ) as tenant_ids,
  array(
    select r.key from membership_roles mr join roles r on r.id = mr.role_id
    where mr.tenant_id = m.tenant_id and mr.user_id = m.user_id
    order by r.level, r.key
  ) as roles,
  array(
    select distinct p.key from membership_roles mr
    join role_permissions rp on rp.role_id = mr.role_id
    join permissions p on p.id = rp.permission_id
    where mr.tenant_id = m.tenant_id and mr.user_id = m.user_id
    order by p.key
  ) as permissions
"""

_IN_FORCE: LiteralString = """
  m.activated and not m.is_disabled and t.deleted_at is null
  and (m.temporary_expires_at is null or m.temporary_expires_at > $2)
"""

# Who signs in. The person is locked, so that parallel sign-ins respect the concurrent limit.
FACTS_TO_START = Query(
    TokenFacts,
    f"""
    select {_CLAIMS}
    from users u
    join memberships m on m.user_id = u.id and m.tenant_id = $3
    join tenants t on t.id = m.tenant_id
    where u.id = $1 and {_IN_FORCE}
    for no key update of u
    """,
)

# A token of session $1 for tenant $3.
FACTS_OF_SESSION = Query(
    SessionFacts,
    f"""
    select s.id as session_id, s.expires_at, s.auth_time, s.amr, {_CLAIMS}
    from sessions s
    join users u on u.id = s.user_id
    join memberships m on m.user_id = s.user_id and m.tenant_id = $3
    join tenants t on t.id = m.tenant_id
    where s.id = $1 and s.ended_at is null and s.expires_at > $2 and {_IN_FORCE}
    """,
)

# A new session with its first refresh token, as long as the tenant's policy allows: idle limit from
# now, absolute limit (30 days without a policy). Also notes the visit.
START = Query(
    datetime,
    """
    with policy as (select * from session_policies where tenant_id = $3),
    started as (
      insert into sessions (id, user_id, tenant_id, created_at, last_used_at, expires_at, ip,
        user_agent, auth_time, amr)
      values ($1, $2, $3, $4, $4, least(
          $4::timestamptz + (
            select make_interval(secs => idle_seconds) from policy where idle_active),
          $4::timestamptz + coalesce((
            select make_interval(secs => absolute_seconds) from policy where absolute_active),
            interval '30 days')
        ), $6, $7, $4, $8)
      returning expires_at
    ),
    token as (insert into refresh_tokens (token_hash, session_id, created_at) values ($5, $1, $4)),
    person as (update users set last_login_at = $4 where id = $2),
    visit as (update memberships set last_seen_at = $4 where tenant_id = $3 and user_id = $2)
    select expires_at from started
    """,
)

# Ends the oldest sessions of person $1 in tenant $2 beyond what its policy allows beside session $3.
END_BEYOND_LIMIT = Command(
    """
    update sessions set ended_at = $4, end_reason = 'concurrent_limit'
    where user_id = $1 and tenant_id = $2 and id in (
      select id from sessions
      where user_id = $1 and tenant_id = $2 and id <> $3 and ended_at is null and expires_at > $4
      order by created_at desc, id desc
      offset coalesce((
        select concurrent_max - 1 from session_policies where tenant_id = $2 and concurrent_active
      ), 1000000)
    )
    """,
)

END_ALL = Command(
    """
    update sessions set ended_at = $2, end_reason = $3
    where user_id = $1 and ended_at is null and id is distinct from $4
    """,
)

END_ONE = Query(
    UUID,
    """
    update sessions set ended_at = $2, end_reason = $3
    where id = $1 and ended_at is null
    returning user_id
    """,
)
