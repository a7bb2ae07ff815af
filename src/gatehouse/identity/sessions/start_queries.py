"""Statements that start a session at a sign-in."""

from datetime import datetime

from gatehouse.kit.db import Query

# Starts impersonation session $3 of user $4 in tenant $1, with impersonator $8; no row as in `START_SESSION`.
START_IMPERSONATED_SESSION = Query(
    datetime,
    """
    with policy as (select * from session_policies where tenant_id = $1)
    insert into sessions (id, user_id, tenant_id, created_at, last_used_at, expires_at, ip, user_agent,
      auth_time, amr, impersonator_id, impersonator_is_staff)
    select $3, $4, $1, $2, $2, least(
        $2::timestamptz + interval '1 hour',
        $2::timestamptz + (
          select make_interval(secs => idle_seconds) from policy where idle_active),
        $2::timestamptz + (
          select make_interval(secs => absolute_seconds) from policy where absolute_active)
      ), $5::text, $6::text, $2, $7::text[], $8::uuid, $9::bool
    where exists (
      select from memberships_in_force f where f.tenant_id = $1 and f.user_id = $4 and f.until > $2)
    returning expires_at
    """,
)
