"""Decide how to answer an authorization request: with a code, or with a sign-in first."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.errors import SessionEnded, TenantNotFound
from gatehouse.access.step_up import MULTI_FACTOR_CLASS
from gatehouse.identity.oauth import queries
from gatehouse.identity.oauth.errors import AccessDenied, AuthorizationRefused
from gatehouse.identity.oauth.models import AuthorizationRequest, BrowserSession
from gatehouse.identity.sessions.enter_tenant import ONE_FACTOR, enter_tenant
from gatehouse.identity.sessions.errors import (
    BeganOtherwise,
    SecondFactorNeeded,
    SessionNotOfApplication,
)
from gatehouse.identity.sessions.refresh_token import RefreshTokens
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_token, token_hash
from gatehouse.kit.db import Database, Db
from gatehouse.kit.db.configuration_version import confirm_version
from gatehouse.kit.purge import declare_purge
from gatehouse.kit.resources import Resources
from gatehouse.policies.admission.service import require_admission
from gatehouse.policies.errors import AdmissionRefused

CODE_LASTS = timedelta(seconds=60)
# Allowed difference between the clocks of the browser and of this server.
SKEW = timedelta(seconds=1)
# Time that steps after a sign-in may take on its page, such as the offer of a passkey.
JUST_NOW = timedelta(minutes=5)
# `select_account` is answered by the sign-in page, where the user chooses the account.
ASKS_FOR_SIGN_IN = frozenset({"login", "select_account"})
# The requested tenant does not accept this user or session, and a new sign-in would not change that.
ANOTHER_TENANT = (TenantNotFound, SessionEnded, AdmissionRefused, SessionNotOfApplication)
# Used codes are kept until they expire, because a second use ends the session that they gave.
EXPIRED_CODES = declare_purge(
    "authorization_codes", timedelta(days=1), key="code_hash", job="oauth.forget_codes",
    cron="53 * * * *",
)  # fmt: skip


async def find_session_by_cookies(
    db: Db, resources: Resources, cookies: Iterable[str], wanted: AuthorizationRequest
) -> BrowserSession | None:
    """Find the browser's session by its refresh cookies. A session that lacks the MFA its tenant requires
    does not count, unless the request names another tenant. Pauses `db` and runs one statement of its own,
    because this call is frequent."""
    await db.pause()
    now = clock.now()
    for cookie in cookies:
        named = resources[RefreshTokens].parse_token(cookie)
        if named is None:
            continue
        async with resources[Database].one_statement(confirms=True) as alone:
            session = await queries.BROWSER_SESSION.first(
                alone,
                named[0],
                now,
                wanted.tenant_id,
                named[1],
                wanted.alias,
                wanted.client.guarded,
            )
        if session is not None:
            confirm_version(session.configuration_version)
        if session is not None and not (
            session.lacks_second_factor and _is_current_tenant(wanted, session)
        ):
            return session
    return None


async def find_named_session(
    db: Db, session_id: UUID, tenant_id: UUID, wanted: AuthorizationRequest
) -> BrowserSession | None:
    """Find the user's session with this id, for a request in this tenant. Raises `AccessDenied` when the
    request names another tenant or the user may not use the application there. Needs the system scope."""
    session = await queries.BROWSER_SESSION.first(
        db, session_id, clock.now(), tenant_id, None, wanted.alias, wanted.client.guarded
    )
    if session is None or session.lacks_second_factor:
        return None
    asked = wanted.tenant_id or session.asked_tenant_id
    if session.tenant_id != tenant_id or asked not in (None, tenant_id):
        raise AccessDenied("The sign-in is for another organization")
    return session


def _is_current_tenant(wanted: AuthorizationRequest, session: BrowserSession) -> bool:
    asked = wanted.tenant_id or session.asked_tenant_id
    return asked in (None, session.tenant_id)


def find_missing_step(
    wanted: AuthorizationRequest, session: BrowserSession | None, now: datetime
) -> str | None:
    """Determine the step required before a code: `login`, `step_up` or None. Raises `AuthorizationRefused`
    when a user other than the requested one has signed in."""
    if session is None:
        return "login"
    if wanted.signed_in_after and session.auth_time + SKEW < wanted.signed_in_after:
        return "login"
    if wanted.subject not in (None, str(session.user_id)):
        if wanted.signed_in_after:
            raise AuthorizationRefused("login_required", "Another user has signed in")
        return "login"
    if wanted.prompts & ASKS_FOR_SIGN_IN and wanted.signed_in_after is None:
        return "login"
    is_old = _is_sign_in_too_old(wanted, session, now)
    if MULTI_FACTOR_CLASS in wanted.acr_values and ("mfa" not in session.amr or is_old):
        return "step_up"
    return "login" if is_old else None


def _is_sign_in_too_old(
    wanted: AuthorizationRequest, session: BrowserSession, now: datetime
) -> bool:
    """Whether the session is older than `max_age` allows. A sign-in that was made for this request counts for
    `JUST_NOW`, because a smaller `max_age` could never be met (0 requires a sign-in, OpenID Connect Core
    §3.1.2.1)."""
    if wanted.max_age is None:
        return False
    lasts = timedelta(seconds=wanted.max_age)
    if wanted.signed_in_after is not None:
        lasts = max(lasts, JUST_NOW)
    return now - session.auth_time > lasts


async def issue_code(
    db: Db,
    resources: Resources,
    wanted: AuthorizationRequest,
    session: BrowserSession,
    client: Client,
) -> str:
    """Issue a code for the requested tenant if the session may enter it, otherwise for the session's own
    tenant. Raises `AuthorizationRefused` when that tenant refuses the user, and `BeganOtherwise` when only a
    new sign-in can enter the requested tenant. Needs the system scope."""
    tenant_id = await _enter_requested_tenant(db, resources, wanted, session, client)
    if tenant_id == session.tenant_id:
        if not session.admitted:
            raise AuthorizationRefused(
                "access_denied", "The user does not have access to this application"
            )
        try:
            await require_session_admission(db, resources, session, client)
        except AdmissionRefused as refused:
            raise AuthorizationRefused("access_denied", refused.message) from None
    code, now = new_token(), clock.now()
    # Commit what entering the tenant wrote before a code depends on it.
    await db.pause()
    async with resources[Database].one_statement() as alone:
        await queries.ADD_CODE.run(
            alone, token_hash(code), wanted.client.id, wanted.redirect_uri, wanted.code_challenge,
            wanted.nonce, session.user_id, tenant_id, session.session_id, now, now + CODE_LASTS,
            wanted.dpop_key, wanted.scopes,
        )  # fmt: skip
    return code


async def require_session_admission(
    db: Db, resources: Resources, session: BrowserSession, client: Client
) -> None:
    """Raises `AdmissionRefused` when the session's tenant refuses the user's IP address or email. Needs the
    system scope."""
    if session.is_restricted:
        await require_admission(
            db, resources, session.tenant_id, email=session.email, address=client.ip
        )


async def _enter_requested_tenant(
    db: Db,
    resources: Resources,
    wanted: AuthorizationRequest,
    session: BrowserSession,
    client: Client,
) -> UUID:
    asked = wanted.tenant_id or session.asked_tenant_id
    if asked is None or _is_current_tenant(wanted, session):
        return session.tenant_id
    await queries.BEGIN_ENTERING.run(db)
    try:
        await enter_tenant(
            db, resources, session.session_id, session.user_id, asked, wanted.client, client
        )
    except ANOTHER_TENANT:
        # Undo what entering wrote, so that the session does not keep it.
        await queries.UNDO_ENTERING.run(db)
        if session.lacks_second_factor:
            raise SecondFactorNeeded(ONE_FACTOR) from None
        return session.tenant_id
    except BeganOtherwise:
        await queries.UNDO_ENTERING.run(db)
        raise
    return asked
