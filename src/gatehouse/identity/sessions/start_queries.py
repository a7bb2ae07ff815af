"""Statements that start a session at a sign-in."""

from datetime import datetime

from gatehouse.identity.sessions.models import Started
from gatehouse.identity.sessions.queries import BEYOND_LIMIT, END_WITHOUT_RIGHTS, TAKE_RIGHTS
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

# Starts session $5 of user $4 in tenant $1, as long as the tenant's policy allows, at time $2, in a browser
# that was remembered at $13. The oldest sessions beyond the limit end ($3 is the reason). The location ($10,
# of the email hash $9) is known from now on, and its failures are reset; those of unknown locations only when
# the sign-in came from one and they have no lockout. The visit is recorded once an hour: lists of all the
# user's tenants sort by it. No row where access was revoked since the user was looked up: this statement
# waits for a concurrent revocation, and the revocation does not see the session.
START_SESSION = Query(
    Started,
    f"""
    with policy as (select * from session_policies where tenant_id = $1),
    {BEYOND_LIMIT},
    {TAKE_RIGHTS},
    ended as ({END_WITHOUT_RIGHTS}),
    started as (
      insert into sessions (id, user_id, tenant_id, created_at, last_used_at, expires_at, ip,
        user_agent, auth_time, amr, remembered_at)
      select $5, $4, $1, $2, $2, least(
          $2::timestamptz + (
            select make_interval(secs => idle_seconds) from policy where idle_active),
          $2::timestamptz + coalesce((
            select make_interval(secs => absolute_seconds) from policy where absolute_active),
            make_interval(secs => $8::int))
        ), $6::text, $7::text, $2, $12::text[], $13::timestamptz
      where exists (
        select from memberships_in_force f where f.tenant_id = $1 and f.user_id = $4 and f.until > $2)
      returning expires_at
    ),
    before as (
      select a.succeeded_at > $11::timestamptz as is_known from sign_in_attempts a
      where a.subject = $9 and a.address = $10
    ),
    forgiven as (
      update passwords set failed_attempts = 0, locked_until = null
      where user_id = $4 and failed_attempts > 0 and (locked_until is null or locked_until <= $2)
        and (select is_known from before) is not true
    ),
    place as (
      insert into sign_in_attempts (subject, address, succeeded_at, updated_at)
      values ($9, $10, $2, $2)
      on conflict (subject, address) do update
        set failed_attempts = 0, locked_until = null, succeeded_at = $2, updated_at = $2
    ),
    person as (
      update users set last_login_at = $2
      where id = $4 and (last_login_at > $2::timestamptz - interval '1 hour') is not true
    ),
    visit as (
      update memberships set last_seen_at = $2
      where tenant_id = $1 and user_id = $4
        and (last_seen_at > $2::timestamptz - interval '1 hour') is not true
    )
    select expires_at,
      (select is_known from before) is not true
        and (select last_login_at from users where id = $4) is not null as is_new_place,
      (select count(*) from rights) as lost
    from started
    """,
)
