"""Statements that start, refresh and end sessions.

`sessions` says who signed in and how; `session_tenants` which tenants the session has entered, and when each
right expires. In every statement a right counts only while the membership is active and access has not been
revoked since the sign-in; an application's session, which begins later, counts from the sign-in too.
"""

from datetime import datetime
from typing import LiteralString
from uuid import UUID

from gatehouse.access.permissions import PERMISSION_KEYS, ROLE_KEYS
from gatehouse.access.principal import may_still_impersonate
from gatehouse.identity.sessions.entry_queries import INSIDE_LACKS_SECOND_FACTOR
from gatehouse.identity.sessions.models import (
    EndedSession,
    EnteredSession,
    ListedSession,
    LiveSession,
    RestrictedTenant,
    SessionFacts,
)
from gatehouse.kit.db import Command, Query

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

# Until when the policy of tenant `x` lets session `s`, used now, act. It counts from the sign-in, also for
# the session of an application, which begins later. An impersonation lasts an hour at most.
_LIMIT: LiteralString = """
  least(
    $2::timestamptz + (select make_interval(secs => p.idle_seconds) from session_policies p
      where p.tenant_id = x.tenant_id and p.idle_active),
    coalesce(
      s.auth_time + (select make_interval(secs => p.absolute_seconds)
        from session_policies p where p.tenant_id = x.tenant_id and p.absolute_active),
      s.created_at + interval '30 days'),
    s.created_at + case when s.impersonator_id is not null then interval '1 hour' end
  )
"""

# Expiry of session `s` in tenant `x`; without a policy it is the application's lifetime ($5).
_LIMIT_OF_APPLICATION: LiteralString = _LIMIT.replace(
    "interval '30 days'", "make_interval(secs => $5::int)"
)

# The rights with which session `s` may act now.
IN_FORCE: LiteralString = f"""
    session_tenants r
    join memberships_in_force m on m.tenant_id = r.tenant_id and m.user_id = s.user_id
    where r.session_id = s.id and r.ended_at is null and r.expires_at > $2 and m.until > $2
      and (m.sessions_from is null or s.auth_time > m.sessions_from)
      and {may_still_impersonate("$2")}
"""


# Whether the user of session `s` may use an application in tenant `r`; null is an application open to all.
def admitted_condition(application: LiteralString) -> LiteralString:
    return f"""
      ({application}::uuid is null or gatehouse_admits({application}, r.tenant_id, s.user_id))
    """


# The tenant that the user of session `s` has chosen for an application.
def is_active(application: LiteralString) -> LiteralString:
    return f"""
      (r.tenant_id = (
        select a.tenant_id from application_active_tenants a
        where a.user_id = s.user_id and a.application_id = {application}
      )) is true
    """


# The tenant of a token of session `s` for an application, among those that have it: $3 when allowed, else the
# user's choice for the application, else the session's own, else the one used last.
def _right_condition(application: LiteralString) -> LiteralString:
    return f"""
      join lateral (
        select r.tenant_id, {admitted_condition(application)} as admitted from {IN_FORCE}
        order by 2 desc, (r.tenant_id = $3::uuid) is true desc, {is_active(application)} desc,
          r.tenant_id = s.tenant_id desc, r.last_used_at desc
        limit 1
      ) x on true
    """


FACTS_OF_SESSION = Query(
    SessionFacts,
    f"""
    select s.id as session_id, s.auth_time, s.amr, s.impersonator_id, r.expires_at,
      s.expires_at as session_expires_at, {CLAIMS}
    from sessions s
    {_right_condition("$4")}
    join users u on u.id = s.user_id
    join memberships_in_force m on m.tenant_id = x.tenant_id and m.user_id = s.user_id
    join session_tenants r on r.session_id = s.id and r.tenant_id = x.tenant_id
    where s.id = $1 and s.ended_at is null and s.expires_at > $2 and x.admitted
    """,
)

# The tenant in which session $1 acts, if it has access restrictions, which are checked first.
RESTRICTED = Query(
    RestrictedTenant,
    f"""
    select x.tenant_id, u.email from sessions s
    {_right_condition("$4")}
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
    {_right_condition("$4")}
    where s.id = $1 and s.ended_at is null and s.expires_at > $2
    """,
)

# Whether the tenant in which session $1 acts requires MFA that it lacks.
LACKS_SECOND_FACTOR = Query(
    bool,
    f"""
    select {INSIDE_LACKS_SECOND_FACTOR} as lacks from sessions s
    {_right_condition("$4")}
    where s.id = $1 and s.ended_at is null and s.expires_at > $2
    """,
)

# Uses refresh token number $4 of session $1 once, and makes the next number the unused one. Parallel uses
# queue on the session's row, and all but the first find another number there. $6 is the OAuth client that the
# session must belong to; null: none. Also no row where the tenant has access restrictions, unless it is $7,
# whose restrictions were checked, where the user may not use application $8, or where the tenant requires MFA
# that the session lacks.
ROTATE = Query(
    SessionFacts,
    f"""
    with asked as (
      select s.id, x.tenant_id, {_LIMIT_OF_APPLICATION} as until from sessions s {_right_condition("$8")}
      where s.id = $1 and s.refresh_counter = $4 and s.ended_at is null and s.expires_at > $2
        and s.application_id is not distinct from $6 and x.admitted
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
        asked.until
    ),
    visited as (
      update session_tenants r set last_used_at = $2, expires_at = used.until
      from used where r.session_id = used.id and r.tenant_id = used.tenant_id
    )
    select s.id as session_id, s.until as expires_at, s.expires_at as session_expires_at,
      s.auth_time, s.amr, s.impersonator_id, {CLAIMS}
    from used s
    join users u on u.id = s.user_id
    join memberships_in_force m on m.tenant_id = s.tenant_id and m.user_id = s.user_id
    """,
)

LIVE_SESSION = Query(
    LiveSession,
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
    EnteredSession,
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

# Revokes the rights in tenant $1 of the sessions of `over`; ends those without another right. $2 is the time,
# $3 the reason. A session is locked before its rights, in the order of a refresh, so that the two do not
# deadlock. Needs the system scope, because the rights in other tenants decide.
TAKE_RIGHTS: LiteralString = """
    locked as (
      select s.id from sessions s where s.id in (select session_id from over)
      order by s.id for no key update
    ),
    rights as (
      update session_tenants r set ended_at = $2, end_reason = $3 from locked
      where r.session_id = locked.id and r.tenant_id = $1 and r.ended_at is null
      returning r.session_id
    )
"""
END_WITHOUT_RIGHTS: LiteralString = """
    update sessions s set ended_at = $2, end_reason = $3 from rights
    where s.id = rights.session_id and s.ended_at is null and not exists (
      select from session_tenants o
      where o.session_id = s.id and o.tenant_id <> $1 and o.ended_at is null and o.expires_at > $2
    )
"""

# The sessions of user $4 in tenant $1 that exceed its policy besides session $5.
BEYOND_LIMIT: LiteralString = """
    over as (
      select r.session_id from session_tenants r
      where r.user_id = $4 and r.tenant_id = $1 and r.session_id <> $5 and r.ended_at is null
        and r.expires_at > $2
        and exists (select from sessions c where c.id = r.session_id and c.ended_at is null
          and c.parent_id is null and c.impersonator_id is null)
      order by r.entered_at desc, r.session_id desc
      offset coalesce((
        select concurrent_max - 1 from session_policies where tenant_id = $1 and concurrent_active
      ), 1000000)
    )
"""

# Number of sessions that lost the tenant.
END_BEYOND_LIMIT = Query(
    int,
    f"""
    with {BEYOND_LIMIT}, {TAKE_RIGHTS}, ended as ({END_WITHOUT_RIGHTS})
    select count(*) from rights
    """,
)

# Sessions of applications in tenant $1, of user $4 or of all users, below one that lost it and continues
# elsewhere. A separate statement, so that it sees sessions that the parent gave until it was locked.
END_LEFT_BELOW = Command(
    f"""
    with over as (
      select r.session_id from session_tenants r
      join sessions c on c.id = r.session_id
      join session_tenants p on p.session_id = c.parent_id and p.tenant_id = r.tenant_id
        and p.ended_at is not null
      where r.tenant_id = $1 and r.ended_at is null and ($4::uuid is null or r.user_id = $4)
    ), {TAKE_RIGHTS} {END_WITHOUT_RIGHTS}
    """
)

# Locks the sessions of user $2 that have entered tenant $1, so that they give no new application sessions;
# the next statement sees those given before.
LOCK_IN_TENANT = Command(
    """
    select from sessions where id in (
      select session_id from session_tenants where user_id = $2 and tenant_id = $1 and ended_at is null
    ) order by id for no key update
    """
)

END_IN_TENANT = Query(
    UUID,
    f"""
    with over as (
      select r.session_id from session_tenants r
      where r.user_id = $4 and r.tenant_id = $1 and r.ended_at is null
    ), {TAKE_RIGHTS} {END_WITHOUT_RIGHTS}
    returning s.id
    """,
)

# Sessions of all users that entered tenant $1 until $2, at most $3; the session of an application together
# with its parent.
LOCK_OF_TENANT = Command(
    """
    select from sessions where id in (
      select session_id from session_tenants
      where tenant_id = $1 and ended_at is null and entered_at <= $2
      order by user_id limit $3
    ) order by id for no key update
    """
)
END_OF_TENANT = Query(
    int,
    f"""
    with over as (
      select r.session_id from session_tenants r
      join sessions s on s.id = r.session_id
      left join session_tenants p on p.session_id = s.parent_id and p.tenant_id = r.tenant_id
      where r.tenant_id = $1 and r.ended_at is null and coalesce(p.entered_at, r.entered_at) <= $4
      order by r.user_id limit $5
    ), {TAKE_RIGHTS}, ended as ({END_WITHOUT_RIGHTS})
    select count(*) from rights
    """,
)

END_REPLACED = Command(
    """
    update sessions set ended_at = $2, end_reason = 'replaced' where id = $1 and ended_at is null
    """,
)

# Includes those in which the user impersonates others.
END_ALL = Command(
    """
    update sessions set ended_at = $2, end_reason = $3
    where (user_id = $1 or impersonator_id = $1) and ended_at is null and id is distinct from $4
    """,
)

END_ONE = Command(
    """
    update sessions set ended_at = $3, end_reason = $4
    where id = $1 and user_id = $2 and ended_at is null and expires_at > $3
    """,
)

# Ends the sessions of refresh tokens, used or not, and of an access token.
END_PRESENTED = Query(
    EndedSession,
    """
    update sessions s set ended_at = $2, end_reason = 'logout' from users u
    where u.id = s.user_id and s.ended_at is null and s.id = any ($1::uuid[])
    returning s.id, s.user_id, s.tenant_id, u.email, s.impersonator_id
    """,
)

SESSIONS_OF = Query(
    ListedSession,
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

# Deletes ended sessions of all tenants in batches, with their rights. `least` and not `coalesce`: with
# row-level security an index serves only the former.
FORGET = Command(
    """
    delete from sessions where id in (
      select id from sessions where least(ended_at, expires_at) < $1
      order by least(ended_at, expires_at) limit $2
    ) and tenant_id is not null
    """,
)

OLDEST_TO_FORGET = Query(
    datetime,
    """
    select min(least(ended_at, expires_at)) as over_at from sessions
    """,
)
