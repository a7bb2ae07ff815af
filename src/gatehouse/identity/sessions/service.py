"""List a user's sessions, and end them: by the user, by an administrator of a tenant, or by sign-out. The
access tokens of an ended session are refused from the next request on."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.principal import Principal
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.directory.people.service import get_manageable_member
from gatehouse.identity.factors import service as factors
from gatehouse.identity.sessions import end_queries, queries
from gatehouse.identity.sessions.errors import UnknownSession
from gatehouse.identity.sessions.events import SessionsEnded, UserSignedOut
from gatehouse.identity.sessions.models import ListedSession
from gatehouse.identity.sessions.refresh_token import RefreshTokens
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.purge import declare_purge
from gatehouse.kit.resources import Resources

ENDED_SESSIONS = declare_purge("sessions", job="sessions.forget", cron="17 * * * *",
    column="retention_from", kept_for=timedelta(days=30), delete=end_queries.DELETE_OLD_SESSIONS,
)  # fmt: skip
NO_ACCESS, REUSED, SECOND_FACTOR, NOT_ADMITTED = (
    "no_access", "reused", "second_factor", "not_admitted",
)  # fmt: skip
# Reasons that the login page explains, by the stored reason. Sign-out is left out because the user knows it,
# and so are the sessions of applications.
EXPLAINED_REASONS: Mapping[str, str] = {
    "expired": "expired",
    "concurrent_limit": "limit",
    "ended_by_user": "by_you",
    "ended_by_admin": "by_admin",
    "ended_by_vendor": "by_admin",
    "password_changed": "credentials",
    "password_reset": "credentials",
    "mfa_changed": "credentials",
    "email_changed": "credentials",
    "locked": "by_admin",
    "no_access": NO_ACCESS,
    "refresh_token_reused": REUSED,
}


async def list_live_sessions(db: Db, user_id: UUID) -> list[ListedSession]:
    """List any user's sessions, most recently used first; those of other tenants only with the system
    scope."""
    return await queries.SESSIONS_OF.all(db, user_id, clock.now(), None)


async def end_all_sessions(
    db: Db, user_id: UUID, *, reason: str, except_session: UUID | None = None
) -> int:
    """End the user's sessions, in other tenants only with the system scope. Returns how many ended."""
    return await end_queries.END_ALL.run(db, user_id, clock.now(), reason, except_session)


async def end_sessions_of_tenant(
    db: Db, tenant_id: UUID, until: datetime, reason: str, at_most: int
) -> int:
    """Revoke the rights in this tenant of sessions that entered it until then. Returns the number in this
    batch; there may be more. Sessions without a right in another tenant end. Needs the system scope."""
    await end_queries.LOCK_OF_TENANT.run(db, tenant_id, until, at_most)
    return await end_queries.END_OF_TENANT.one(db, tenant_id, clock.now(), reason, until, at_most)


async def end_one_session(db: Db, user_id: UUID, session_id: UUID, *, reason: str) -> None:
    """End a session. Raises `UnknownSession` when it is not this user's, or has ended."""
    if not await end_queries.END_ONE.run(db, session_id, user_id, clock.now(), reason):
        raise UnknownSession("The session was not found")


async def end_replaced_session(db: Db, session_id: UUID) -> bool:
    """End a session that a new one replaces; False when it had already ended."""
    return await end_queries.END_REPLACED.run(db, session_id, clock.now()) > 0


async def end_session(db: Db, caller: Principal, session_id: UUID) -> None:
    """End one of the caller's own sessions. Raises `UnknownSession` when it is not theirs, or has ended."""
    await end_one_session(db, caller.user_id, session_id, reason="ended_by_user")
    event = SessionsEnded(caller.tenant_id, caller.user_id, session_id)
    await announce_event(db, event, by=caller.actor)


async def end_other_sessions(db: Db, caller: Principal) -> int:
    """End every session of the caller except the current one, and forget all remembered browsers."""
    await factors.forget_remembered_devices(db, caller.user_id)
    ended = await end_all_sessions(
        db, caller.user_id, reason="ended_by_user", except_session=caller.session_id
    )
    event = SessionsEnded(caller.tenant_id, caller.user_id, ended=ended)
    await announce_event(db, event, by=caller.actor)
    return ended


async def revoke_sessions(db: Db, caller: Principal, user_id: UUID) -> int:
    """Revoke the rights of a member's sessions in the caller's tenant. Sessions without a right in another
    tenant end. Raises `MemberNotFound` when the user is not a member, and `OutranksYou` when the caller may
    not manage them. Needs the system scope."""
    await get_manageable_member(db, caller, user_id)
    await end_queries.LOCK_IN_TENANT.run(db, caller.tenant_id, user_id)
    ended = await end_queries.END_IN_TENANT.all(
        db, caller.tenant_id, clock.now(), "ended_by_admin", user_id
    )
    event = SessionsEnded(caller.tenant_id, user_id, ended=len(ended))
    await announce_event(db, event, by=caller.actor)
    return len(ended)


async def sign_out(
    db: Db,
    resources: Resources,
    refresh_tokens: Sequence[str],
    session_id: UUID | None,
    client: Client,
) -> None:
    """End the sessions that the refresh tokens and the access token belong to, if any. Needs the system
    scope."""
    read = [resources[RefreshTokens].parse_token(token) for token in refresh_tokens]
    sessions = {named[0] for named in read if named} | ({session_id} if session_id else set())
    if not sessions:
        return
    for ended in await end_queries.END_PRESENTED.all(db, list(sessions), clock.now()):
        event = UserSignedOut(ended.tenant_id, ended.user_id, ended.id)
        by = by_person(ended.user_id, ended.email, client)
        await announce_event(db, event, by=replace(by, impersonator_id=ended.impersonator_id))


async def explain_session_end(db: Db, session_id: UUID, now: datetime) -> str | None:
    """Find the reason; None when the session is live, or the reason is not explained. The caller must have
    shown a token of the session."""
    kept = await queries.WHY_ENDED.first(db, session_id, now)
    return EXPLAINED_REASONS.get(kept) if kept else None
