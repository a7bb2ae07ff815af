"""Statements that end sessions, or change ended ones."""

from typing import LiteralString
from uuid import UUID

from gatehouse.identity.sessions.models import EndedSession, LaterSession, NewSession
from gatehouse.kit.db import Command, Query
from gatehouse.kit.purge import PurgeStep

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


def _compose_end_statement(
    which: LiteralString, reason: LiteralString, at: LiteralString = "$2"
) -> Command:
    return Command(
        f"update sessions set ended_at = {at}, end_reason = {reason} where {which} and ended_at is null"
    )


END_REPLACED = _compose_end_statement("id = $1", "'replaced'")

# Includes those in which the user impersonates others.
END_ALL = _compose_end_statement(
    "(user_id = $1 or impersonator_id = $1) and id is distinct from $4", "$3"
)
END_ONE = _compose_end_statement("id = $1 and user_id = $2 and expires_at > $3", "$4", at="$3")

# Ends the sessions of refresh tokens, used or not, and of an access token.
END_PRESENTED = Query(
    EndedSession,
    """
    update sessions s set ended_at = $2, end_reason = 'logout' from users u
    where u.id = s.user_id and s.ended_at is null and s.id = any ($1::uuid[])
    returning s.id, s.user_id, s.tenant_id, u.email, s.impersonator_id
    """,
)

# Impersonation sessions in which user $1 acts as staff.
END_SESSIONS_OF_STAFF = _compose_end_statement(
    "impersonator_id = $1 and impersonator_is_staff", "'staff_removed'"
)
END_SESSIONS_OF_APPLICATION = _compose_end_statement(
    "user_id = $1 and application_id = $2", "'consent_revoked'", at="$3"
)

# Every page load begins such a session, and the page loses it when it closes: only the newest $3 are kept.
END_OLDER_GRANTS = Command(
    """
    update sessions set ended_at = $4, end_reason = 'replaced' where id in (
      select id from sessions where parent_id = $1 and application_id = $2 and ended_at is null
      order by created_at desc offset $3
    )
    """
)
END_GRANT = _compose_end_statement("id = $1 and application_id is not null", "$3")

# $5: only these sessions of the provider; empty for all. A session whose provider session is unknown ends
# too.
END_SAML_SESSIONS = Query(
    EndedSession,
    """
    with named as (
      select user_id, session_id, subject ->> 'session_index' as session_index from saml_sessions
      where tenant_id = $1 and connection_id = $2 and issuer = $3 and name_id = any ($4::text[])
    )
    update sessions s set ended_at = $6, end_reason = 'provider_logout' from users u
    where u.id = s.user_id and s.ended_at is null and s.parent_id is null
      and s.user_id in (select user_id from named)
      and (
        exists (
          select from named n where n.session_id = s.id
            and (cardinality($5::text[]) = 0 or n.session_index is null or n.session_index = any ($5))
        )
        or ('saml' = any (s.amr)
          and exists (select from named n where n.session_id is null and n.user_id = s.user_id)
          and not exists (select from saml_sessions o where o.session_id = s.id))
      )
    returning s.id, s.user_id, s.tenant_id, u.email, s.impersonator_id
    """,
)

# $4: only this user there, $5: only this session there; null for all. A session whose provider session is
# unknown ends too.
END_OPENID_SESSIONS = Query(
    EndedSession,
    """
    with named as (
      select user_id, session_id, sid from openid_sessions
      where tenant_id = $1 and connection_id = $2 and issuer = $3
        and (subject = $4 or ($4::text is null and sid = $5))
    )
    update sessions s set ended_at = $6, end_reason = 'provider_logout' from users u
    where u.id = s.user_id and s.ended_at is null and s.parent_id is null
      and s.user_id in (select user_id from named)
      and (
        exists (
          select from named n where n.session_id = s.id and ($5::text is null or n.sid is null or n.sid = $5)
        )
        or ('sso' = any (s.amr) and 'saml' <> all (s.amr)
          and exists (select from named n where n.session_id is null and n.user_id = s.user_id)
          and not exists (select from openid_sessions o where o.session_id = s.id))
      )
    returning s.id, s.user_id, s.tenant_id, u.email, s.impersonator_id
    """,
)

# Moves the sessions of user $1 that ended now ($3) to user $2; a job that notifies applications reads them.
MOVE_ENDED_SESSIONS = Command(
    "update sessions set user_id = $2 where user_id = $1 and ended_at >= $3"
)
CLEAR_CLIENT_OF_SESSIONS = Command(
    "update sessions set ip = null, user_agent = null where user_id = $1"
)
# Deletes sessions that were over before $1, which is 30 days ago, among $2 that may be. The others are looked
# at again 30 days after their end, or 30 days from now if they are live: an index on their end, which each
# refresh changes, would make each refresh write to all indexes. Sessions that are in use are skipped.
DELETE_OLD_SESSIONS = Query(
    PurgeStep,
    """
    with found as materialized (
      select id, least(ended_at, expires_at) as over_at from sessions
      where retention_from < $1 order by retention_from limit $2 for no key update skip locked
    ),
    deleted as (
      delete from sessions s using found where s.id = found.id and found.over_at < $1 returning s.id
    ),
    kept as (
      update sessions s
      set retention_from = least(found.over_at, $1::timestamptz + interval '30 days')
      from found where s.id = found.id and found.over_at >= $1
    )
    select (select count(*) from found)::int as seen, (select count(*) from deleted)::int as deleted
    """,
)
DELETE_SESSIONS_OF_USER = Command(
    "delete from sessions where id in (select id from sessions where user_id = $1 limit $2::bigint)"
)

# Of the sessions $2, those of user $1, and those in which the user impersonates others.
END_GIVEN_SESSIONS = _compose_end_statement(
    "id = any ($2::uuid[]) and (user_id = $1 or impersonator_id = $1)", "'ended_by_user'", at="$3"
)

# Only to a verified address. Not by its tenant: a session moves when another one is chosen, and an intruder
# who does so at once must be reported. The row may be missing, because old sessions are deleted.
NEW_SESSION = Query(
    NewSession,
    """
    select s.user_id, u.email, u.name, coalesce(s.ip, '') as ip, coalesce(s.user_agent, '') as user_agent,
      s.created_at as began_at
    from sessions s join users u on u.id = s.user_id
    where s.id = $1 and s.user_id = $2 and u.verified
    """,
)
SESSION_OF_LINK = Query(
    UUID, "select session_id from action_tokens where token_hash = $1 and session_id is not null"
)

# The session $1 of user $2, and those of the user, or in which the user impersonates others, that began
# since.
SINCE = Query(
    LaterSession,
    """
    select s.id, coalesce(s.ip, '') as ip, s.id = first.id as is_first, u.email,
      first.tenant_id
    from sessions first join users u on u.id = first.user_id
    join sessions s on s.id = first.id or (
      (s.user_id = $2 or s.impersonator_id = $2) and s.ended_at is null
      and s.created_at >= first.created_at
    )
    where first.id = $1 and first.user_id = $2
    """,
)
