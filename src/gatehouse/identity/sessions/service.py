"""Start, describe and end sessions. Everything that signs a person in ends in `start_session`."""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.audit.service import announce
from gatehouse.identity.sessions import queries
from gatehouse.identity.sessions.cookies import clear_refresh_cookie, set_refresh_cookie
from gatehouse.identity.sessions.errors import NotAMember
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sessions.schemas import LoginResponse
from gatehouse.identity.sessions.tokens import sign_in_answer
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id, new_token, token_hash
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources

__all__ = [
    "NotAMember",
    "SignedIn",
    "clear_refresh_cookie",
    "end_all_sessions",
    "login_answer",
    "set_refresh_cookie",
    "start_session",
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
    )
    await queries.END_BEYOND_LIMIT.run(db, user_id, tenant_id, session_id, now)
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
