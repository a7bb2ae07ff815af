from uuid import UUID

from gatehouse.identity.new_places.models import EndedHere, NewSession
from gatehouse.kit.db import Query

# Only to an address that is verified. The row may be gone by now: old sessions are deleted.
NEW_SESSION = Query(
    NewSession,
    """
    select s.user_id, u.email, u.name, coalesce(s.ip, '') as ip, coalesce(s.user_agent, '') as user_agent,
      s.created_at as began_at
    from sessions s join users u on u.id = s.user_id
    where s.id = $1 and s.tenant_id = $2 and u.verified
    """,
)

SESSION_OF_LINK = Query(
    UUID, "select session_id from action_tokens where token_hash = $1 and session_id is not null"
)

# The session ($1) of user $2, and what began at the same address since: a step-up replaces a session, and the
# device may have signed in again.
END = Query(
    EndedHere,
    """
    with first as (select id, tenant_id, ip, created_at from sessions where id = $1 and user_id = $2),
    ended as (
      update sessions s set ended_at = $3, end_reason = 'ended_by_user' from first f
      where s.user_id = $2 and s.ended_at is null
        and (s.id = f.id or s.ip = f.ip and s.created_at >= f.created_at)
    )
    select f.tenant_id, u.email from first f join users u on u.id = $2
    """,
)
