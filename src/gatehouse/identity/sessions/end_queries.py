"""Statements that end sessions, or change ended ones."""

from gatehouse.identity.sessions.models import EndedSession
from gatehouse.kit.db import Command, Query

# Impersonation sessions in which user $1 acts as staff.
END_SESSIONS_OF_STAFF = Command(
    """
    update sessions set ended_at = $2, end_reason = 'staff_removed'
    where impersonator_id = $1 and impersonator_is_staff and ended_at is null
    """
)

END_SESSIONS_OF_APPLICATION = Command(
    """
    update sessions set ended_at = $3, end_reason = 'consent_revoked'
    where user_id = $1 and application_id = $2 and ended_at is null
    """
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

END_GRANT = Command(
    """
    update sessions set ended_at = $2, end_reason = $3
    where id = $1 and ended_at is null and application_id is not null
    """
)

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

DELETE_SESSIONS_OF_USER = Command(
    "delete from sessions where id in (select id from sessions where user_id = $1 limit $2::bigint)"
)

# Of the sessions $2, those of user $1, and those in which the user impersonates others.
END_GIVEN_SESSIONS = Command(
    """
    update sessions set ended_at = $3, end_reason = 'ended_by_user'
    where id = any ($2::uuid[]) and (user_id = $1 or impersonator_id = $1) and ended_at is null
    """
)
