"""Start, describe and end sessions. Everything that signs a person in ends in `start_session`."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.errors import SessionEnded
from gatehouse.access.principal import Principal
from gatehouse.audit.service import announce
from gatehouse.directory.people.read.service import manageable
from gatehouse.directory.tenants.errors import TenantNotFound
from gatehouse.identity.sessions import queries
from gatehouse.identity.sessions.answer import signed_in_answer
from gatehouse.identity.sessions.cookies import clear_refresh_cookie, set_refresh_cookie
from gatehouse.identity.sessions.errors import NotAMember, UnknownSession
from gatehouse.identity.sessions.models import ListedSession, SessionFacts, SignedIn
from gatehouse.identity.sessions.schemas import LoginResponse
from gatehouse.identity.sessions.tokens import sign_in_answer
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id, new_token, token_hash
from gatehouse.kit.db import Db, Scope
from gatehouse.kit.events import subscribe
from gatehouse.kit.jobs import JobContext, job, scheduled
from gatehouse.kit.resources import Resources
from gatehouse.vendor.current import configuration_of

KEPT_AFTER_END = timedelta(days=30)

__all__ = [
    "NotAMember",
    "SignedIn",
    "clear_refresh_cookie",
    "current_session",
    "end_all_sessions",
    "end_other_sessions",
    "end_session",
    "list_sessions",
    "login_answer",
    "revoke_sessions",
    "set_refresh_cookie",
    "sign_out",
    "signed_in_answer",
    "start_session",
    "switch_tenant",
    "token_for_tenant",
]


async def start_session(
    db: Db,
    resources: Resources,
    *,
    user_id: UUID,
    tenant_id: UUID,
    client: Client,
    amr: list[str],
) -> SignedIn:
    """A new session in this tenant. Needs a transaction of the system scope.

    The caller has proved who it is; `amr` says how (RFC 8176: `pwd`, `otp`, `hwk` …). Announces
    `user.authenticated`. `NotAMember` when the membership is not in force.
    """
    application = configuration_of(resources).for_people(client.application)
    now = clock.now()
    facts = await queries.FACTS_TO_START.first(db, user_id, now, tenant_id)
    if facts is None:
        raise NotAMember("You do not have access to this account")
    session_id, refresh_token = new_id(), new_token()
    expires_at = await queries.START.one(
        db,
        session_id,
        user_id,
        tenant_id,
        now,
        token_hash(refresh_token),
        client.ip,
        client.user_agent,
        amr,
        application.refresh_token_seconds,
    )
    await announce(
        db,
        "user.authenticated",
        tenant_id=tenant_id,
        description="Signed in",
        client=client,
        user_id=user_id,
        email=facts.email,
        session_id=session_id,
        methods=amr,
    )
    return sign_in_answer(
        resources,
        facts,
        application,
        session_id=session_id,
        refresh_token=refresh_token,
        auth_time=now,
        amr=amr,
        session_expires_at=expires_at,
    )


async def end_all_sessions(
    db: Db, user_id: UUID, *, reason: str, except_session: UUID | None = None
) -> int:
    """End the person's sessions, those of other tenants only in the system scope; how many ended.

    Their access tokens are refused from the next request on.
    """
    return await queries.END_ALL.run(db, user_id, clock.now(), reason, except_session)


def login_answer(signed_in: SignedIn) -> LoginResponse:
    """The wire shape of a finished sign-in (wire reference §12)."""
    return LoginResponse(
        access_token=signed_in.access_token,
        expires_in=signed_in.expires_in,
        expires=signed_in.expires_at,
        mfa_required=False,
        user_id=signed_in.user_id,
        user_email=signed_in.email,
        email_verified=signed_in.email_verified,
    )


async def list_sessions(db: Db, caller: Principal) -> list[ListedSession]:
    """The caller's own sessions, most recently used first."""
    return await queries.SESSIONS_OF.all(db, caller.user_id, clock.now(), None)


async def current_session(db: Db, caller: Principal) -> ListedSession:
    """The session that asks."""
    return await queries.SESSIONS_OF.one(db, caller.user_id, clock.now(), caller.session_id)


async def end_session(db: Db, caller: Principal, session_id: UUID, client: Client) -> None:
    """End one of the caller's own sessions."""
    ended = await queries.END_ONE.run(db, session_id, caller.user_id, clock.now(), "ended_by_user")
    if not ended:
        raise UnknownSession("The session was not found")
    await _announce_end(db, caller, caller.user_id, client, session_id=session_id)


async def end_other_sessions(db: Db, caller: Principal, client: Client) -> int:
    """End every session of the caller but the one that asks."""
    ended = await end_all_sessions(
        db, caller.user_id, reason="ended_by_user", except_session=caller.session_id
    )
    await _announce_end(db, caller, caller.user_id, client, ended=ended)
    return ended


async def revoke_sessions(db: Db, caller: Principal, user_id: UUID, client: Client) -> int:
    """End a member's sessions in the caller's tenant; `MemberNotFound`, `OutranksYou`."""
    await manageable(db, caller, user_id)
    ended = await queries.END_IN_TENANT.run(
        db, caller.tenant_id, user_id, clock.now(), "ended_by_admin"
    )
    await _announce_end(db, caller, user_id, client, ended=ended)
    return ended


async def _announce_end(
    db: Db, caller: Principal, user_id: UUID, client: Client, **facts: Any
) -> None:
    await announce(
        db,
        "session.ended",
        tenant_id=caller.tenant_id,
        description="Sessions were ended",
        client=client,
        caller=caller,
        user_id=user_id,
        **facts,
    )


async def switch_tenant(db: Db, caller: Principal, tenant_id: UUID, client: Client) -> None:
    """The session acts in another tenant of its person from now on. Needs the system scope."""
    await _facts_in(db, caller, tenant_id)
    now = clock.now()
    await queries.MOVE.run(db, caller.session_id, caller.user_id, tenant_id)
    await queries.END_BEYOND_LIMIT.run(db, caller.session_id, caller.user_id, tenant_id, now)
    await announce(
        db,
        "session.tenant_switched",
        tenant_id=tenant_id,
        description="Entered the account",
        client=client,
        caller=caller,
        from_tenant_id=caller.tenant_id,
    )


async def token_for_tenant(
    db: Db, resources: Resources, caller: Principal, tenant_id: UUID, client: Client
) -> SignedIn:
    """An access token of the same session for another tenant of its person, without a refresh token.
    Needs the system scope."""
    application = configuration_of(resources).for_people(client.application)
    facts = await _facts_in(db, caller, tenant_id)
    if facts.expires_at <= clock.now():
        raise SessionEnded("This account asks for a newer session. Sign in again.")
    return sign_in_answer(
        resources,
        facts,
        application,
        session_id=facts.session_id,
        refresh_token="",
        auth_time=facts.auth_time,
        amr=facts.amr,
        session_expires_at=facts.expires_at,
    )


async def _facts_in(db: Db, caller: Principal, tenant_id: UUID) -> SessionFacts:
    facts = await queries.FACTS_OF_SESSION.first(db, caller.session_id, clock.now(), tenant_id)
    if facts is None or facts.tenant_id != tenant_id:
        raise TenantNotFound("The account was not found")
    return facts


async def sign_out(
    db: Db, refresh_tokens: Sequence[str], session_id: UUID | None, client: Client
) -> None:
    """End the sessions that the refresh tokens and the access token belong to; nothing when there are
    none. Needs the system scope."""
    digests = [token_hash(token) for token in refresh_tokens]
    for ended in await queries.END_PRESENTED.all(db, digests, session_id, clock.now()):
        await announce(
            db,
            "user.signed_out",
            tenant_id=ended.tenant_id,
            description="Signed out",
            client=client,
            user_id=ended.user_id,
            email=ended.email,
            session_id=ended.id,
        )


@job("sessions.end_removed")
async def end_removed(context: JobContext, tenant_id: str, user_id: str, **_: Any) -> None:
    """Whoever was removed has lost access at once; this keeps a return from reviving old sessions."""
    async with context.database.transaction(Scope.system()) as db:
        await queries.END_IN_TENANT.run(
            db, UUID(tenant_id), UUID(user_id), clock.now(), "member_removed"
        )


@job("sessions.end_disabled")
async def end_disabled(context: JobContext, tenant_id: str, user_id: str, **_: Any) -> None:
    """Likewise: whoever is enabled again signs in again."""
    async with context.database.transaction(Scope.system()) as db:
        await queries.END_IN_TENANT.run(
            db, UUID(tenant_id), UUID(user_id), clock.now(), "member_disabled"
        )


subscribe("user.removed", "sessions.end_removed")
subscribe("user.disabled", "sessions.end_disabled")


@scheduled("sessions.forget", "17 3 * * *")
async def forget_ended(context: JobContext) -> None:
    """Forget sessions that ended long ago, with the hashes of their tokens."""
    async with context.database.transaction(Scope.system()) as db:
        await queries.FORGET.run(db, clock.now() - KEPT_AFTER_END)
