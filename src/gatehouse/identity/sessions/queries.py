from datetime import datetime
from typing import LiteralString

from gatehouse.identity.sessions.models import (
    EndedSession,
    ListedSession,
    LiveToken,
    SessionFacts,
    SessionPolicy,
    TokenFacts,
    UsedToken,
)
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

# The membership in which a token of session `s` acts: that of tenant $3 when there is one in force,
# else that of the session's own tenant.
_CHOSEN_MEMBERSHIP: LiteralString = f"""
  join lateral (
    select m.tenant_id, m.user_id from memberships m join tenants t on t.id = m.tenant_id
    where m.user_id = s.user_id and m.tenant_id in (s.tenant_id, $3::uuid) and {_IN_FORCE}
    order by m.tenant_id = $3 desc limit 1
  ) m on true
"""

FACTS_OF_SESSION = Query(
    SessionFacts,
    f"""
    select s.id as session_id, s.auth_time, s.amr, least(s.expires_at, (
        select s.created_at + make_interval(secs => absolute_seconds) from session_policies p
        where p.tenant_id = m.tenant_id and p.absolute_active
      )) as expires_at, {_CLAIMS}
    from sessions s
    join users u on u.id = s.user_id
    {_CHOSEN_MEMBERSHIP}
    where s.id = $1 and s.ended_at is null and s.expires_at > $2
    """,
)

# Uses refresh token $1 once and adds its successor, if there is a membership to act in. Without a
# policy the session lasts as long as the application says ($6). Parallel uses
# queue on the token's row, and all but the first find it used. No row comes out when the session ends
# meanwhile; then it matters no more that the token is used.
ROTATE = Query(
    SessionFacts,
    f"""
    with used as (
      update refresh_tokens t set used_at = $2, successor_nonce = $4
      from sessions s
      where t.token_hash = $1 and t.used_at is null
        and s.id = t.session_id and s.ended_at is null and s.expires_at > $2
        and exists (
          select from memberships m join tenants t on t.id = m.tenant_id
          where m.user_id = s.user_id and m.tenant_id in (s.tenant_id, $3::uuid) and {_IN_FORCE}
        )
      returning t.session_id
    ),
    successor as (
      insert into refresh_tokens (token_hash, session_id, created_at)
      select $5, session_id, $2 from used
    ),
    s as (
      update sessions kept set last_used_at = $2, expires_at = least(
          $2::timestamptz + make_interval(secs => (
            select min(idle_seconds) from session_policies
            where idle_active and tenant_id in (kept.tenant_id, $3))),
          kept.created_at + coalesce(make_interval(secs => (
            select min(absolute_seconds) from session_policies
            where absolute_active and tenant_id in (kept.tenant_id, $3))),
            make_interval(secs => $6::int))
        )
      from used
      where kept.id = used.session_id and kept.ended_at is null and kept.expires_at > $2
      returning kept.*
    )
    select s.id as session_id, s.expires_at, s.auth_time, s.amr, {_CLAIMS}
    from s
    join users u on u.id = s.user_id
    {_CHOSEN_MEMBERSHIP}
    """,
)

# A refresh token whose session lives.
LIVE_TOKEN = Query(
    LiveToken,
    """
    select s.id as session_id, s.user_id, s.tenant_id, u.email, t.used_at, t.successor_nonce
    from refresh_tokens t
    join sessions s on s.id = t.session_id
    join users u on u.id = s.user_id
    where t.token_hash = $1 and s.ended_at is null and s.expires_at > $2
    """,
)

USED_SINCE = Query(
    UsedToken,
    """
    select token_hash, successor_nonce from refresh_tokens
    where session_id = $1 and used_at > $2 and successor_nonce is not null
    """,
)

# Ends the oldest sessions of person $2 in tenant $3 beyond what its policy allows beside session $1.
_END_BEYOND_LIMIT: LiteralString = """
  update sessions set ended_at = $4, end_reason = 'concurrent_limit'
  where user_id = $2 and tenant_id = $3 and id in (
    select id from sessions
    where user_id = $2 and tenant_id = $3 and id <> $1 and ended_at is null and expires_at > $4
    order by created_at desc, id desc
    offset coalesce((
      select concurrent_max - 1 from session_policies where tenant_id = $3 and concurrent_active
    ), 1000000)
  )
"""
END_BEYOND_LIMIT = Command(_END_BEYOND_LIMIT)

# A new session with its first refresh token, as long as the tenant's policy allows: idle limit from
# now, absolute limit (without a policy the application's, $9). Also ends sessions beyond the limit, and
# notes the visit.
START = Query(
    datetime,
    f"""
    with policy as (select * from session_policies where tenant_id = $3),
    started as (
      insert into sessions (id, user_id, tenant_id, created_at, last_used_at, expires_at, ip,
        user_agent, auth_time, amr)
      values ($1, $2, $3, $4, $4, least(
          $4::timestamptz + (
            select make_interval(secs => idle_seconds) from policy where idle_active),
          $4::timestamptz + coalesce((
            select make_interval(secs => absolute_seconds) from policy where absolute_active),
            make_interval(secs => $9::int))
        ), $6, $7, $4, $8)
      returning expires_at
    ),
    token as (insert into refresh_tokens (token_hash, session_id, created_at) values ($5, $1, $4)),
    person as (update users set last_login_at = $4 where id = $2),
    visit as (update memberships set last_seen_at = $4 where tenant_id = $3 and user_id = $2),
    ended as ({_END_BEYOND_LIMIT})
    select expires_at from started
    """,
)

END_ALL = Command(
    """
    update sessions set ended_at = $2, end_reason = $3
    where user_id = $1 and ended_at is null and id is distinct from $4
    """,
)

END_ONE = Command(
    """
    update sessions set ended_at = $3, end_reason = $4
    where id = $1 and user_id = $2 and ended_at is null and expires_at > $3
    """,
)

# Ends the sessions that refresh tokens, used or not, or an access token belong to.
END_PRESENTED = Query(
    EndedSession,
    """
    update sessions s set ended_at = $3, end_reason = 'logout' from users u
    where u.id = s.user_id and s.ended_at is null
      and (s.id = $2 or s.id = any (
        select session_id from refresh_tokens where token_hash = any ($1::bytea[])
      ))
    returning s.id, s.user_id, s.tenant_id, u.email
    """,
)

END_IN_TENANT = Command(
    """
    update sessions set ended_at = $3, end_reason = $4
    where tenant_id = $1 and user_id = $2 and ended_at is null
    """,
)

SESSIONS_OF = Query(
    ListedSession,
    """
    select id, user_agent, ip as ip_address, created_at, expires_at from sessions
    where user_id = $1 and ended_at is null and expires_at > $2 and ($3::uuid is null or id = $3)
    order by last_used_at desc, id desc limit 1000
    """,
)

MOVE = Command("update sessions set tenant_id = $3 where id = $1 and user_id = $2")

# Housekeeping across tenants; the tokens go with their sessions.
FORGET = Command(
    "delete from sessions where (ended_at < $1 or expires_at < $1) and tenant_id is not null"
)

POLICY = Query(SessionPolicy, "select * from session_policies where tenant_id = $1")

# Only the parts that are given change.
SAVE_POLICY = Command(
    """
    insert into session_policies as p (tenant_id, updated_at, idle_active, idle_seconds,
      absolute_active, absolute_seconds, concurrent_active, concurrent_max)
    values ($1, $2, coalesce($3, false), coalesce($4, 3600), coalesce($5, false),
      coalesce($6, 7776000), coalesce($7, false), coalesce($8, 10))
    on conflict (tenant_id) do update set updated_at = $2,
      idle_active = coalesce($3, p.idle_active), idle_seconds = coalesce($4, p.idle_seconds),
      absolute_active = coalesce($5, p.absolute_active),
      absolute_seconds = coalesce($6, p.absolute_seconds),
      concurrent_active = coalesce($7, p.concurrent_active),
      concurrent_max = coalesce($8, p.concurrent_max)
    """,
)

# A saved policy binds the sessions that run already: their limits move, and of each person's the
# oldest beyond the allowed number end.
APPLY_POLICY = Command(
    """
    update sessions s set
      expires_at = least(
        case when p.idle_active then s.last_used_at + make_interval(secs => p.idle_seconds) end,
        s.created_at + case when p.absolute_active then make_interval(secs => p.absolute_seconds)
          else interval '30 days' end),
      ended_at = case when p.concurrent_active and ranked.place > p.concurrent_max then $2 end,
      end_reason =
        case when p.concurrent_active and ranked.place > p.concurrent_max then 'concurrent_limit' end
    from session_policies p, (
      select id, row_number() over (partition by user_id order by created_at desc, id desc) as place
      from sessions where tenant_id = $1 and ended_at is null and expires_at > $2
    ) ranked
    where p.tenant_id = $1 and s.tenant_id = $1 and s.id = ranked.id and s.ended_at is null
    """,
)
