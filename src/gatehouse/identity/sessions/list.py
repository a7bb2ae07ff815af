"""A person's own sessions."""

from uuid import UUID

from gatehouse.access.principal import Principal
from gatehouse.identity.sessions import queries
from gatehouse.identity.sessions.models import ListedSession
from gatehouse.kit import clock
from gatehouse.kit.db import Db


async def list_sessions(db: Db, caller: Principal) -> list[ListedSession]:
    """Most recently used first."""
    return await sessions_of(db, caller.user_id)


async def sessions_of(db: Db, user_id: UUID) -> list[ListedSession]:
    """The same of anybody; those of other tenants only in the system scope."""
    return await queries.SESSIONS_OF.all(db, user_id, clock.now(), None)


async def current_session(db: Db, caller: Principal) -> ListedSession:
    """The session that asks."""
    return await queries.SESSIONS_OF.one(db, caller.user_id, clock.now(), caller.session_id)
