"""Statements that read, refresh and enter sessions.

`sessions` says who signed in and how; `session_tenants` which tenants the session has entered, and when each
right expires. In every statement a right counts only while the membership is active and access has not been
revoked since the sign-in; an application's session, which begins later, counts from the sign-in too.
"""

from datetime import datetime
from typing import LiteralString
from uuid import UUID

from gatehouse.access.answer_cache import compose_versions
from gatehouse.access.permissions import PERMISSION_KEYS, ROLE_KEYS
from gatehouse.access.principal import compose_impersonation_condition
from gatehouse.identity.sessions import models
from gatehouse.kit.db import Command, Query
from gatehouse.kit.db.configuration_version import compose_version_condition


# Whether users with this email must use SSO. The vendor may exempt users.
def compose_sso_required(address: LiteralString) -> LiteralString:
    return f"""
      exists (
        select from sso_domains s
        join sso_connections c on c.tenant_id = s.tenant_id and c.id = s.connection_id
        where s.domain = split_part({address}, '@', 2) and s.validated_at is not null
          and c.enabled and c.enforced
      ) and not exists (select from vendor where {address} = any (sso_excluded_emails))
    """


# Whether session `s` lacks the MFA that the tenant requires; `p` is its policy, `v` the vendor's. A
# remembered browser counts where the tenant allows it, and while `is_too_old` does not hold. An impersonator
# has no remembered browser, and the user who set the rule continues, including in applications opened from
# the session. The rarest condition comes first.
def compose_lacks_second_factor(tenant: LiteralString, is_too_old: LiteralString) -> LiteralString:
    return f"""
      (not s.amr @> '{{mfa}}' and s.impersonator_id is null and case when s.amr @> '{{remembered}}'
        then not coalesce(p.allow_remember_my_device, v.mfa_remember_device) or {is_too_old}
        else case coalesce(p.enforce_mfa_type, v.mfa_enforcement)
          when 'Force' then true
          when 'ForceExceptSAML' then not s.amr && '{{sso,saml}}'
          else false
        end
      end and not (select u.mfa_bypass from users u where u.id = s.user_id) and not exists (
        select from session_tenants e
        where e.session_id in (s.id, s.parent_id) and e.tenant_id = {tenant} and e.mfa_excused
      ))
    """


# Whether the session lacks the MFA that tenant `x`, which it has entered, requires. The age of a remembered
# browser is not checked, because the session's right there already expires.
INSIDE_LACKS_SECOND_FACTOR: LiteralString = f"""
  (select {compose_lacks_second_factor("x.tenant_id", "false")}
  from vendor v left join mfa_policies p on p.tenant_id = x.tenant_id)
"""

# What tenant $2 requires that session $1 lacks at time $3, by the sign-in rules: SSO, MFA, or a password that
# has not expired. The age of a remembered browser and of the password is checked only when the session is new
# there ($4). Null: nothing.
_REMEMBERED_TOO_LONG_AGO: LiteralString = """
  $4::bool and coalesce(s.remembered_at, s.created_at) + make_interval(
    secs => coalesce(p.mfa_device_expiration, v.mfa_device_seconds)) <= $3
"""
LACKING = Query(
    str,
    f"""
    select case
        when not s.amr && '{{sso,saml}}' and {compose_sso_required("u.email")} then 'sso'
        when {compose_lacks_second_factor("$2", _REMEMBERED_TOO_LONG_AGO)} then 'second_factor'
        when $4::bool and s.amr @> '{{pwd}}' and exists (
          select from password_rotation_policies r join passwords w on w.user_id = s.user_id
          where r.tenant_id = $2 and r.is_active
            and w.changed_at + make_interval(mins => r.rotation_period) <= $3
        ) then 'password'
      end as lacking
    from sessions s join users u on u.id = s.user_id
    cross join vendor v left join mfa_policies p on p.tenant_id = $2
    where s.id = $1
    """,
)

# Token facts of user `u` in membership `m`; `$2` is the current time. A token travels with every request, so
# its list of tenants is limited; `me/tenants` lists all.
CLAIMS: LiteralString = f"""
  m.user_id, m.tenant_id, u.email, u.name, u.verified, u.profile_picture_url, u.metadata,
  u.invisible, u.is_super_user,
  array(
    select o.tenant_id::text from memberships_in_force o
    where o.user_id = u.id and o.until > $2
    order by o.tenant_id = m.tenant_id desc, o.created_at, o.tenant_id limit 20
  ) as tenant_ids,
  {ROLE_KEYS} as roles, {PERMISSION_KEYS} as permissions
"""

# What the token facts of user `u` were read with: all tenants of the user, because a token names them.
_MEMBER_OF: LiteralString = """
  array(select o.tenant_id from memberships o where o.user_id = u.id order by o.tenant_id)
"""
_READ_WITH: LiteralString = f"""
  {_MEMBER_OF} as member_of, {compose_versions("u.id", _MEMBER_OF)} as versions,
  (select min(o.temporary_expires_at) from memberships o
    where o.user_id = u.id and o.temporary_expires_at > $2) as facts_until
"""

# For how long the policy of tenant `x` lets a session act without a refresh.
_IDLE_SECONDS: LiteralString = """
  (select p.idle_seconds from session_policies p where p.tenant_id = x.tenant_id and p.idle_active)
"""

# Until when the policy of tenant `x` lets session `s` act, however often it is refreshed. It counts from the
# sign-in, also for the session of an application, which begins later.
_LATEST: LiteralString = """
  coalesce(
    s.auth_time + (select make_interval(secs => p.absolute_seconds)
      from session_policies p where p.tenant_id = x.tenant_id and p.absolute_active),
    s.created_at + interval '30 days')
"""

# Without a policy it is the application's lifetime ($5).
_LATEST_OF_APPLICATION: LiteralString = _LATEST.replace(
    "interval '30 days'", "make_interval(secs => $5::int)"
)

# Until when the policy of tenant `x` lets session `s`, used now, act. An impersonation lasts an hour at most.
_LIMIT: LiteralString = f"""
  least(
    $2::timestamptz + make_interval(secs => {_IDLE_SECONDS}),
    {_LATEST},
    s.created_at + case when s.impersonator_id is not null then interval '1 hour' end
  )
"""
_LIMIT_OF_APPLICATION: LiteralString = _LIMIT.replace(_LATEST, _LATEST_OF_APPLICATION)

# The rights with which session `s` may act now.
IN_FORCE: LiteralString = f"""
    session_tenants r
    join memberships_in_force m on m.tenant_id = r.tenant_id and m.user_id = s.user_id
    where r.session_id = s.id and r.ended_at is null and r.expires_at > $2 and m.until > $2
      and (m.sessions_from is null or s.auth_time > m.sessions_from)
      and {compose_impersonation_condition("$2")}
"""


# The tenant of a token of session `s` for an application (null: one that is open to all), among those that
# have it: $3 when allowed, else the user's choice for the application, else the session's own, else the one
# used last. Tenants in which the user may use the application come first.
def compose_right_join(application: LiteralString) -> LiteralString:
    return f"""
      join lateral (
        select r.tenant_id, ({application}::uuid is null
            or gatehouse_admits({application}, r.tenant_id, s.user_id)) as admitted
        from {IN_FORCE}
        order by 2 desc, (r.tenant_id = $3::uuid) is true desc, (r.tenant_id = (
            select a.tenant_id from application_active_tenants a
            where a.user_id = s.user_id and a.application_id = {application}
          )) is true desc, r.tenant_id = s.tenant_id desc, r.last_used_at desc
        limit 1
      ) x on true
    """


FACTS_OF_SESSION = Query(
    models.SessionFacts,
    f"""
    select s.id as session_id, s.auth_time, s.amr, s.impersonator_id, r.expires_at,
      s.expires_at as session_expires_at, {CLAIMS}
    from sessions s
    {compose_right_join("$4")}
    join users u on u.id = s.user_id
    join memberships_in_force m on m.tenant_id = x.tenant_id and m.user_id = s.user_id
    join session_tenants r on r.session_id = s.id and r.tenant_id = x.tenant_id
    where s.id = $1 and s.ended_at is null and s.expires_at > $2 and x.admitted
    """,
)

# The tenant in which session $1 acts, if it has access restrictions, which are checked first.
RESTRICTED = Query(
    models.RestrictedTenant,
    f"""
    select x.tenant_id, u.email from sessions s
    {compose_right_join("$4")}
    join users u on u.id = s.user_id
    join entry_rules e on e.tenant_id = x.tenant_id and e.is_active
    where s.id = $1 and s.ended_at is null and s.expires_at > $2
    """,
)

# Whether the user of session $1 may not use application $4 in any tenant.
SHUT_OUT = Query(
    bool,
    f"""
    select not x.admitted as shut_out from sessions s
    {compose_right_join("$4")}
    where s.id = $1 and s.ended_at is null and s.expires_at > $2
    """,
)

# Whether the tenant in which session $1 acts requires MFA that it lacks.
LACKS_SECOND_FACTOR = Query(
    bool,
    f"""
    select {INSIDE_LACKS_SECOND_FACTOR} as lacks from sessions s
    {compose_right_join("$4")}
    where s.id = $1 and s.ended_at is null and s.expires_at > $2
    """,
)

# Uses refresh token number $4 of session $1 once, and makes the next number the unused one. Parallel uses
# queue on the session's row, and all but the first find another number there. $6 is the OAuth client that the
# session must belong to; null: none. Also no row where the tenant has access restrictions, unless it is $7,
# whose restrictions were checked, where the user may not use application $8, where the tenant requires MFA
# that the session lacks, or where the configuration has another version than $9.
ROTATE = Query(
    models.RefreshedSession,
    f"""
    with asked as (
      select s.id, x.tenant_id, {_LIMIT_OF_APPLICATION} as until, {_IDLE_SECONDS} as idle_seconds,
        {_LATEST_OF_APPLICATION} as latest, exists (
          select from session_tenants e
          where e.session_id in (s.id, s.parent_id) and e.tenant_id = x.tenant_id and e.mfa_excused
        ) as mfa_excused
      from sessions s {compose_right_join("$8")}
      where s.id = $1 and s.refresh_counter = $4 and s.ended_at is null and s.expires_at > $2
        and s.application_id is not distinct from $6 and x.admitted
        and {compose_version_condition("$9")}
        and not {INSIDE_LACKS_SECOND_FACTOR}
        and (x.tenant_id = $7::uuid or not exists (
          select from entry_rules e where e.tenant_id = x.tenant_id and e.is_active
        ))
    ),
    used as (
      update sessions s set last_used_at = $2, refresh_counter = $4 + 1,
        rotated_at = (s.rotated_at || $2::timestamptz)[greatest(1, cardinality(s.rotated_at) - 6):],
        expires_at = greatest(asked.until, (
          select max(o.expires_at) from session_tenants o
          where o.session_id = s.id and o.tenant_id <> asked.tenant_id and o.ended_at is null))
      from asked
      where s.id = asked.id and s.refresh_counter = $4 and s.ended_at is null and s.expires_at > $2
      returning s.id, s.user_id, s.auth_time, s.amr, s.impersonator_id, s.expires_at, asked.tenant_id,
        asked.until, asked.idle_seconds, asked.latest, asked.mfa_excused
    ),
    visited as (
      update session_tenants r set last_used_at = $2, expires_at = used.until
      from used where r.session_id = used.id and r.tenant_id = used.tenant_id
    )
    select s.id as session_id, s.until as expires_at, s.expires_at as session_expires_at,
      s.auth_time, s.amr, s.impersonator_id, s.idle_seconds, s.latest, s.mfa_excused,
      {CLAIMS}, {_READ_WITH}
    from used s
    join users u on u.id = s.user_id
    join memberships_in_force m on m.tenant_id = s.tenant_id and m.user_id = s.user_id
    """,
)

# Uses refresh token number $4 of session $1 as `ROTATE` does, of user $6, in tenant $3, until $5, if nothing
# has changed since it was used there last: the versions of the tenants $9 are $10, the user signed in by $8
# at $12, the tenant was asked for ($11) or is still the session's own, and the configuration has version $13.
# $7 is the OAuth client.
ROTATE_UNCHANGED = Query(
    datetime,
    f"""
    with used as (
      update sessions s set last_used_at = $2, refresh_counter = $4::bigint + 1,
        rotated_at = (s.rotated_at || $2::timestamptz)[greatest(1, cardinality(s.rotated_at) - 6):],
        expires_at = greatest($5::timestamptz, (
          select max(o.expires_at) from session_tenants o
          where o.session_id = s.id and o.tenant_id <> $3 and o.ended_at is null))
      where s.id = $1 and s.refresh_counter = $4 and s.ended_at is null and s.expires_at > $2
        and s.application_id is not distinct from $7 and s.user_id = $6 and s.amr = $8::text[]
        and s.auth_time = $12 and s.impersonator_id is null and ($11::bool or s.tenant_id = $3)
        and exists (
          select from session_tenants r where r.session_id = s.id and r.tenant_id = $3
            and r.ended_at is null and r.expires_at > $2)
        and {compose_versions("$6", "$9::uuid[]")} = $10::bigint[]
        and {compose_version_condition("$13")}
      returning s.id, s.expires_at
    ),
    visited as (
      update session_tenants r set last_used_at = $2, expires_at = $5
      from used where r.session_id = used.id and r.tenant_id = $3
    )
    select expires_at from used
    """,
)
LIVE_SESSION = Query(
    models.LiveSession,
    """
    select s.id, s.user_id, s.tenant_id, u.email, s.refresh_counter, s.rotated_at
    from sessions s join users u on u.id = s.user_id
    where s.id = $1 and s.ended_at is null and s.expires_at > $2
      and s.application_id is not distinct from $3
    """,
)

# Why the user's own session $1 ended; no row when it has not.
WHY_ENDED = Query(
    str,
    """
    select case when ended_at is null then 'expired' else end_reason end as reason from sessions
    where id = $1 and parent_id is null and impersonator_id is null
      and (ended_at is not null and end_reason is not null or expires_at <= $2)
    """,
)

# Whether user $3 may use application $1 in tenant $2.
ADMITS = Query(bool, "select gatehouse_admits($1, $2, $3) as admits")
LOCK_PERSON = Command("select from users where id = $1 for no key update")

# Lets session $1, unless it is an impersonation, enter tenant $3, if membership and policy allow it;
# otherwise no row. A right that was revoked for this session is not restored. A session lasts as long as its
# longest right.
ENTER = Query(
    models.EnteredSession,
    f"""
    with entering as (
      select s.id, s.user_id, x.tenant_id, {_LIMIT} as until
      from sessions s
      join memberships_in_force x on x.user_id = s.user_id and x.tenant_id = $3 and x.until > $2
      where s.id = $1 and s.ended_at is null and s.expires_at > $2 and s.impersonator_id is null
        and (x.sessions_from is null or s.auth_time > x.sessions_from)
    ),
    entered as (
      insert into session_tenants (session_id, tenant_id, user_id, entered_at, last_used_at, expires_at)
      select id, tenant_id, user_id, $2, $2, until from entering where until > $2
      on conflict do nothing
      returning session_id, expires_at
    ),
    lasting as (
      update sessions s set expires_at = greatest(s.expires_at, entered.expires_at)
      from entered where s.id = entered.session_id
    )
    select (select expires_at from entered) as expires_at, exists (
        select from session_tenants r where r.session_id = $1 and r.tenant_id = $3
          and r.ended_at is null and r.expires_at > $2
      ) as was_inside
    from entering
    """,
)
SESSIONS_OF = Query(
    models.ListedSession,
    f"""
    select s.id, s.user_agent, s.ip as ip_address, s.created_at, s.last_used_at, s.expires_at,
      s.impersonator_id is not null as impersonated, s.tenant_id
    from sessions s
    where s.user_id = $1 and s.ended_at is null and s.expires_at > $2 and s.parent_id is null
      and ($3::uuid is null or s.id = $3) and exists (select from {IN_FORCE})
    order by s.last_used_at desc, s.id desc limit 1000
    """,
)
MOVE = Command("update sessions set tenant_id = $3 where id = $1 and user_id = $2")

# The browser's session that session $1 of a page belongs to.
ABOVE = Query(
    UUID,
    """
    select p.id from sessions s join sessions p on p.id = s.parent_id
    where s.id = $1 and p.ended_at is null and p.expires_at > $2
    """,
)

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
