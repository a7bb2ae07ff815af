"""End sessions: by the user, by an administrator of a tenant, or by sign-out. Their access tokens are refused
from the next request on."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.principal import Principal
from gatehouse.audit.actors import by_caller, by_person
from gatehouse.audit.service import announce_event
from gatehouse.directory.people.service import require_manageable
from gatehouse.identity.factors.remembered_device import service as remembered
from gatehouse.identity.sessions import queries
from gatehouse.identity.sessions.errors import UnknownSession
from gatehouse.identity.sessions.events import SessionsEnded, UserSignedOut
from gatehouse.identity.sessions.refresh_token import RefreshTokens
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources


async def end_all_sessions(
    db: Db, user_id: UUID, *, reason: str, except_session: UUID | None = None
) -> int:
    """End the user's sessions, in other tenants only with the system scope. Returns how many ended."""
    return await queries.END_ALL.run(db, user_id, clock.now(), reason, except_session)


async def end_sessions_of_tenant(
    db: Db, tenant_id: UUID, until: datetime, reason: str, at_most: int
) -> int:
    """Revoke the rights in this tenant of sessions that entered it until then. Returns the number in this
    batch; there may be more. Sessions without a right in another tenant end. Needs the system scope."""
    await queries.LOCK_OF_TENANT.run(db, tenant_id, until, at_most)
    return await queries.END_OF_TENANT.one(db, tenant_id, clock.now(), reason, until, at_most)


async def end_one_session(db: Db, user_id: UUID, session_id: UUID, *, reason: str) -> None:
    """End a session. Raises `UnknownSession` when it is not this user's, or has ended."""
    if not await queries.END_ONE.run(db, session_id, user_id, clock.now(), reason):
        raise UnknownSession("The session was not found")


async def end_replaced_session(db: Db, session_id: UUID) -> bool:
    """End a session that a new one replaces; False when it had already ended."""
    return await queries.END_REPLACED.run(db, session_id, clock.now()) > 0


async def end_session(db: Db, caller: Principal, session_id: UUID, client: Client) -> None:
    """End one of the caller's own sessions. Raises `UnknownSession` when it is not theirs, or has ended."""
    await end_one_session(db, caller.user_id, session_id, reason="ended_by_user")
    event = SessionsEnded(caller.tenant_id, caller.user_id, session_id)
    await announce_event(db, event, by=by_caller(caller, client))


async def end_other_sessions(db: Db, caller: Principal, client: Client) -> int:
    """End every session of the caller except the current one, and forget all remembered browsers."""
    await remembered.forget_all(db, caller.user_id)
    ended = await end_all_sessions(
        db, caller.user_id, reason="ended_by_user", except_session=caller.session_id
    )
    event = SessionsEnded(caller.tenant_id, caller.user_id, ended=ended)
    await announce_event(db, event, by=by_caller(caller, client))
    return ended


async def revoke_sessions(db: Db, caller: Principal, user_id: UUID, client: Client) -> int:
    """Revoke the rights of a member's sessions in the caller's tenant. Sessions without a right in another
    tenant end. Raises `MemberNotFound` when the user is not a member, and `OutranksYou` when the caller may
    not manage them. Needs the system scope."""
    await require_manageable(db, caller, user_id)
    await queries.LOCK_IN_TENANT.run(db, caller.tenant_id, user_id)
    ended = await queries.END_IN_TENANT.all(
        db, caller.tenant_id, clock.now(), "ended_by_admin", user_id
    )
    event = SessionsEnded(caller.tenant_id, user_id, ended=len(ended))
    await announce_event(db, event, by=by_caller(caller, client))
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
    read = [resources[RefreshTokens].read(token) for token in refresh_tokens]
    sessions = {named[0] for named in read if named} | ({session_id} if session_id else set())
    if not sessions:
        return
    for ended in await queries.END_PRESENTED.all(db, list(sessions), clock.now()):
        event = UserSignedOut(ended.tenant_id, ended.user_id, ended.id)
        by = by_person(ended.user_id, ended.email, client)
        await announce_event(db, event, by=replace(by, impersonator_id=ended.impersonator_id))
