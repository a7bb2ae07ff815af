"""Statements on a tenant's session policy."""

from gatehouse.identity.sessions.models import InheritingTenant, SessionPolicy
from gatehouse.kit.db import Command, Query

POLICY = Query(SessionPolicy, "select * from session_policies where tenant_id = $1")

# Only the given parts change.
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
      concurrent_max = coalesce($8, p.concurrent_max), inherited = false
    """,
)

# Copies the vendor's policy to the next `$3` tenants after `$1` without one of their own, including deleted
# tenants that may be restored. Returns these tenants, and whether the change affects sessions.
INHERIT = Query(
    InheritingTenant,
    """
    with next as materialized (
      select t.id from tenants t where t.id > $1 and (t.deleted_at is null or exists (
        select from deleted_tenants d where d.tenant_id = t.id)) order by t.id limit $3::bigint
    ), inherited as (
      insert into session_policies as p (tenant_id, inherited, updated_at, idle_active, idle_seconds,
        absolute_active, absolute_seconds, concurrent_active, concurrent_max)
      select next.id, true, $2, v.session_idle_enabled, v.session_idle_seconds,
        v.session_absolute_enabled, v.session_absolute_seconds, v.session_concurrent_enabled,
        v.session_concurrent_max
      from next, vendor v
      where v.session_idle_enabled or v.session_absolute_enabled or v.session_concurrent_enabled
        or exists (select from session_policies q where q.tenant_id = next.id)
      on conflict (tenant_id) do update set updated_at = excluded.updated_at,
        idle_active = excluded.idle_active, idle_seconds = excluded.idle_seconds,
        absolute_active = excluded.absolute_active, absolute_seconds = excluded.absolute_seconds,
        concurrent_active = excluded.concurrent_active, concurrent_max = excluded.concurrent_max
      where p.inherited
      returning tenant_id
    )
    select next.id as tenant_id, i.tenant_id is not null and exists (
      select from session_tenants r where r.tenant_id = next.id and r.ended_at is null
    ) as binds
    from next left join inherited i on i.tenant_id = next.id order by next.id
    """,
)

# Applies a saved policy to sessions that have entered the tenant: their expiry moves, and of each user's own
# sessions the oldest beyond the limit lose the tenant. Sessions of applications and impersonation sessions do
# not count, as at sign-in. A session lasts as long as its longest right, and is locked before its rights, in
# the order of a refresh. Needs the system scope, because guests' sessions began in other tenants.
APPLY_POLICY = Command(
    """
    with ranked as (
      select r.session_id, s.created_at, s.auth_time, s.impersonator_id,
        case when s.parent_id is null and s.impersonator_id is null then row_number() over (
          partition by r.user_id, s.parent_id is null and s.impersonator_id is null
          order by r.entered_at desc, r.session_id desc
        ) end as place
      from session_tenants r join sessions s on s.id = r.session_id and s.ended_at is null
      where r.tenant_id = $1 and r.ended_at is null and r.expires_at > $2
    ),
    locked as (
      select s.id from sessions s where s.id in (select session_id from ranked)
      order by s.id for no key update
    ),
    rights as (
      update session_tenants r set
        expires_at = least(
          case when p.idle_active then r.last_used_at + make_interval(secs => p.idle_seconds) end,
          case when p.absolute_active then ranked.auth_time + make_interval(secs => p.absolute_seconds)
            else ranked.created_at + interval '30 days' end,
          ranked.created_at + case when ranked.impersonator_id is not null
            then interval '1 hour' end),
        ended_at = case when p.concurrent_active and ranked.place > p.concurrent_max then $2 end,
        end_reason = case when p.concurrent_active and ranked.place > p.concurrent_max
          then 'concurrent_limit' end
      from session_policies p, ranked join locked on locked.id = ranked.session_id
      where p.tenant_id = $1 and r.tenant_id = $1 and r.session_id = ranked.session_id
      returning r.session_id, r.expires_at, r.ended_at
    )
    update sessions s set
      expires_at = greatest(rights.expires_at, others.until),
      ended_at = case when others.until is null or others.until <= $2 then rights.ended_at end,
      end_reason = case
        when rights.ended_at is not null and (others.until is null or others.until <= $2)
        then 'concurrent_limit' end
    from rights cross join lateral (
      select max(o.expires_at) as until from session_tenants o
      where o.session_id = rights.session_id and o.tenant_id <> $1 and o.ended_at is null
    ) others
    where s.id = rights.session_id and s.ended_at is null
    """,
)

# Exempt session $1, and its parent browser session, from MFA in tenant $2. If the rule is new ($3), the
# exemption of every other session ends.
EXCUSE_FROM_MFA = Command(
    """
    with setter as (
      select unnest(array[s.id, s.parent_id]) as id from sessions s where s.id = $1
    )
    update session_tenants set mfa_excused = session_id in (select id from setter where id is not null)
    where tenant_id = $2
      and (session_id in (select id from setter) or mfa_excused and $3)
    """
)
