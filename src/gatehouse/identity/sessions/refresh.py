"""Exchange a refresh token for its successor and a new access token (RFC 9700 §4.14.2).

Each token is used once. Browser tabs race for it, so for `refresh_overlap_seconds` a used token is answered
with the current unused one. A later use means that a copy exists: the session ends.
"""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.errors import SessionEnded, TenantNotFound
from gatehouse.access.signing_keys import KeyRing
from gatehouse.access.tokens import Claims
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.identity.sessions import end_queries, queries
from gatehouse.identity.sessions.enter_tenant import ONE_FACTOR, enter_tenant
from gatehouse.identity.sessions.errors import (
    AccessLost,
    BeganOtherwise,
    NotAdmitted,
    OneFactor,
    RefreshTokenReused,
    SessionNotFound,
    SessionNotOfApplication,
    ShutOut,
)
from gatehouse.identity.sessions.events import ReusedRefreshToken
from gatehouse.identity.sessions.models import LiveSession, SessionFacts, SignedIn
from gatehouse.identity.sessions.refresh_token import RefreshTokens
from gatehouse.identity.sessions.service import (
    NO_ACCESS,
    NOT_ADMITTED,
    REUSED,
    SECOND_FACTOR,
    why_ended,
)
from gatehouse.identity.sessions.settings import SessionSettings
from gatehouse.identity.sessions.tokens import (
    CLAIMS_PREHOOK,
    UNLIMITED,
    GrantedScopes,
    claims_asked_for,
    sign_in_answer,
)
from gatehouse.kit import clock
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.kit.errors import Unauthenticated
from gatehouse.kit.resources import Resources
from gatehouse.policies.admission.service import require_admission
from gatehouse.policies.errors import AdmissionRefused
from gatehouse.prehooks.client import is_asked
from gatehouse.prehooks.errors import PrehookBlocked, PrehookUnanswered
from gatehouse.vendor.applications import Application
from gatehouse.vendor.current import configuration_of

NO_SESSION = "Session not found"


async def refresh_first(
    resources: Resources, tokens: Sequence[str], *, tenant_id: UUID | None, client: Client
) -> SignedIn:
    """Refresh with the first of several cookies that has a live session; of one session only with the newest
    token, because an older one would look stolen. Raises the refusal of the first cookie when none has a
    session."""
    newest: dict[UUID, tuple[int, str]] = {}
    for token in tokens:
        if named := resources[RefreshTokens].read(token):
            session_id, number = named
            if session_id not in newest or number > newest[session_id][0]:
                newest[session_id] = (number, token)
    refusal: Unauthenticated = SessionNotFound(NO_SESSION)
    for place, (_, token) in enumerate(newest.values()):
        try:
            return await refresh_session(resources, token, tenant_id=tenant_id, client=client)
        except (SessionNotFound, RefreshTokenReused, AccessLost) as refused:
            refusal = refusal if place else refused
    raise refusal


async def refresh_session(
    resources: Resources,
    token: str,
    *,
    tenant_id: UUID | None,
    client: Client,
    oauth_client: Application | None = None,
    granted: GrantedScopes = UNLIMITED,
) -> SignedIn:
    """Refresh a session. The tokens are for `tenant_id` if that tenant and the vendor's prehook allow it,
    otherwise for the session's own tenant. `oauth_client` is the application that the token must belong to;
    such tokens have no overlap, and are limited to `granted`.

    Raises `SessionNotFound` without a session, `AccessLost` when the user has no active membership left, and
    `RefreshTokenReused` when a used token is sent again. Raises `NotAdmitted`, `OneFactor`,
    `ShutOut`, `PrehookBlocked` or `PrehookUnanswered` when access is refused, and leaves the token unused.
    """
    named = resources[RefreshTokens].read(token)
    if named is None:
        raise SessionNotFound(NO_SESSION)
    session_id, number = named
    application = oauth_client or configuration_of(resources).for_people(client.application)
    owner = oauth_client.id if oauth_client else None
    now = clock.now()
    seconds = application.refresh_token_seconds
    asked, added = await _ask_prehook(
        resources, session_id, tenant_id, application, client, granted
    )
    # Load signing keys that another process may have made meanwhile, before a connection is taken.
    await resources[KeyRing].refresh()
    async with resources[Database].one_statement() as db:
        facts = await queries.ROTATE.first(
            db, session_id, now, tenant_id, number, seconds, owner, None, application.guarded
        )
    newest = number + 1
    if facts is None:
        async with resources[Database].transaction(Scope.system()) as db:
            await _let_in(db, application, session_id, tenant_id, now)
            inside = await _check_admission(
                db, resources, session_id, tenant_id, application, now, client
            )
            facts = await queries.ROTATE.first(
                db, session_id, now, tenant_id, number, seconds, owner, inside, application.guarded
            )
            if facts is None:
                newest = await _newest_after(db, resources, session_id, number, now, client, owner)
                facts = await queries.FACTS_OF_SESSION.first(
                    db, session_id, now, tenant_id, application.guarded
                )
    if facts is None:
        raise SessionNotFound(NO_SESSION)
    home = facts
    if tenant_id not in (None, facts.tenant_id):
        facts = await _enter_tenant(resources, facts, tenant_id, application, client)
    if asked is not None and asked != facts.tenant_id:
        try:
            added = await claims_asked_for(resources, facts, application, client, granted)
        except (PrehookBlocked, PrehookUnanswered):
            # The token is used now; sending it again would end the session.
            if asked != home.tenant_id:
                raise
            facts = home
    next_token = resources[RefreshTokens].make(session_id, newest)
    return await sign_in_answer(
        resources, facts, application, next_token, granted=granted, added=added
    )


async def _ask_prehook(
    resources: Resources,
    session_id: UUID,
    tenant_id: UUID | None,
    application: Application,
    client: Client,
    granted: GrantedScopes,
) -> tuple[UUID | None, Claims]:
    """Ask the vendor's prehook for claims; returns the tenant it was asked about, and the claims. Called
    before the token is used, so that the client can retry after a refusal. Raises `PrehookBlocked` when it
    refuses, and `PrehookUnanswered` when it does not answer."""
    if not is_asked(resources, CLAIMS_PREHOOK):
        return None, {}
    async with resources[Database].one_statement() as db:
        facts = await queries.FACTS_OF_SESSION.first(
            db, session_id, clock.now(), tenant_id, application.guarded
        )
    if facts is None:
        return None, {}
    added = await claims_asked_for(resources, facts, application, client, granted)
    return facts.tenant_id, added


async def _let_in(
    db: Db, application: Application, session_id: UUID, tenant_id: UUID | None, now: datetime
) -> None:
    """Raises `ShutOut` when the user may not use the requesting application, and `OneFactor` when the tenant
    requires MFA; the token stays unused."""
    if application.guarded and await queries.SHUT_OUT.first(
        db, session_id, now, tenant_id, application.id
    ):
        raise ShutOut("You do not have access to this application")
    if await queries.LACKS_SECOND_FACTOR.first(db, session_id, now, tenant_id, application.guarded):
        raise OneFactor(ONE_FACTOR, reason=SECOND_FACTOR)


async def _check_admission(
    db: Db,
    resources: Resources,
    session_id: UUID,
    tenant_id: UUID | None,
    application: Application,
    now: datetime,
    client: Client,
) -> UUID | None:
    """Check the access restrictions of the session's tenant; returns the tenant if it has any. Raises
    `NotAdmitted` when they refuse; the token stays unused, so the session continues once the user is admitted
    again."""
    asked = await queries.RESTRICTED.first(db, session_id, now, tenant_id, application.guarded)
    if asked is None:
        return None
    try:
        await require_admission(
            db, resources, asked.tenant_id, email=asked.email, address=client.ip
        )
    except AdmissionRefused as refused:
        raise NotAdmitted(refused.message, reason=NOT_ADMITTED) from None
    return asked.tenant_id


async def _newest_after(
    db: Db,
    resources: Resources,
    session_id: UUID,
    number: int,
    now: datetime,
    client: Client,
    owner: UUID | None,
) -> int:
    """The number of the unused token, while the overlap lasts: a slow response to a racing tab must not put
    an already used token into the cookie jar that all tabs share. Raises `SessionNotFound`, `AccessLost` or
    `RefreshTokenReused` when there is none."""
    live = await queries.LIVE_SESSION.first(db, session_id, now, owner)
    if live is None:
        raise SessionNotFound(NO_SESSION, reason=await why_ended(db, session_id, now))
    if number > live.refresh_counter:
        raise SessionNotFound(NO_SESSION)
    if number == live.refresh_counter:
        # The token is unused, so only the tenant was missing. A later membership does not restore the
        # session.
        await end_queries.END_ONE.run(db, live.id, live.user_id, now, "no_access")
        raise AccessLost(NO_SESSION, reason=NO_ACCESS)
    used_at = _used_at(live, number)
    seconds = 0 if owner else resources[SessionSettings].refresh_overlap_seconds
    overlap = timedelta(seconds=seconds)
    if used_at is None or not overlap or now - used_at >= overlap:
        await _end_reused(db, live, now, client)
        raise RefreshTokenReused(NO_SESSION, reason=REUSED)
    return live.refresh_counter


def _used_at(live: LiveSession, number: int) -> datetime | None:
    """When this token was used; None when it is older than the recorded uses."""
    back = live.refresh_counter - number
    return live.rotated_at[-back] if back <= len(live.rotated_at) else None


async def _enter_tenant(
    resources: Resources,
    facts: SessionFacts,
    tenant_id: UUID,
    application: Application,
    client: Client,
) -> SessionFacts:
    """Enter the requested tenant with this session; the facts stay unchanged when that tenant refuses."""
    with suppress(
        TenantNotFound, SessionEnded, BeganOtherwise, AdmissionRefused, SessionNotOfApplication
    ):
        async with resources[Database].transaction(Scope.system()) as db:
            return await enter_tenant(
                db, resources, facts.session_id, facts.user_id, tenant_id, application, client
            )
    return facts


async def _end_reused(db: Db, live: LiveSession, now: datetime, client: Client) -> None:
    await end_queries.END_ONE.run(db, live.id, live.user_id, now, "refresh_token_reused")
    event = ReusedRefreshToken(live.tenant_id, live.user_id, live.id)
    await announce_event(db, event, by=by_person(live.user_id, live.email, client))
