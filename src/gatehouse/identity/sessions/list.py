"""List a user's sessions."""

from uuid import UUID

from gatehouse.access.principal import Principal
from gatehouse.identity.sessions import queries
from gatehouse.identity.sessions.models import ListedSession
from gatehouse.kit import clock
from gatehouse.kit.db import Db


async def list_sessions(db: Db, caller: Principal) -> list[ListedSession]:
    """List the caller's sessions, most recently used first."""
    return await sessions_of(db, caller.user_id)


async def sessions_of(db: Db, user_id: UUID) -> list[ListedSession]:
    """List any user's sessions, most recently used first; those of other tenants only with the system
    scope."""
    return await queries.SESSIONS_OF.all(db, user_id, clock.now(), None)


async def current_session(db: Db, caller: Principal) -> ListedSession:
    """Get the session of the caller."""
    return await queries.SESSIONS_OF.one(db, caller.user_id, clock.now(), caller.session_id)
