"""The vendor lists and ends a user's sessions."""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.vendor import VendorPrincipal
from gatehouse.audit.actors import by_vendor
from gatehouse.audit.service import announce_event
from gatehouse.directory.users.service import get_user
from gatehouse.identity.factors import service as factors
from gatehouse.identity.sessions import service
from gatehouse.identity.sessions.events import SessionsEnded
from gatehouse.identity.sessions.models import ListedSession
from gatehouse.identity.sessions.service import sessions_of
from gatehouse.kit.db import Db

REASON = "ended_by_vendor"


async def list_sessions(db: Db, user_id: UUID) -> list[ListedSession]:
    """The user's sessions, most recently used first. Raises `UserNotFound`."""
    await get_user(db, user_id)
    return await sessions_of(db, user_id)


async def end_one(
    db: Db, caller: VendorPrincipal, client: Client, user_id: UUID, session_id: UUID
) -> None:
    """End one session. Raises `UserNotFound` or `UnknownSession`."""
    user = await get_user(db, user_id)
    await service.end_one_session(db, user_id, session_id, reason=REASON)
    event = SessionsEnded(user.default_tenant_id, user_id, session_id)
    await announce_event(db, event, by=by_vendor(caller, client))


async def end_all(db: Db, caller: VendorPrincipal, client: Client, user_id: UUID) -> None:
    """End all sessions and forget remembered browsers. Raises `UserNotFound`."""
    user = await get_user(db, user_id)
    await factors.forget_devices(db, user_id)
    ended = await service.end_all_sessions(db, user_id, reason=REASON)
    event = SessionsEnded(user.default_tenant_id, user_id, ended=ended)
    await announce_event(db, event, by=by_vendor(caller, client))
