from uuid import UUID

from gatehouse.identity.new_locations.models import LaterSession, NewSession
from gatehouse.kit.db import Query

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
