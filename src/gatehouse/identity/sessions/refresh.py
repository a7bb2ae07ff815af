"""Exchange a refresh token for its successor and a new access token (RFC 9700 §4.14.2).

Each token is used once. Browser tabs race for it, so for `refresh_overlap_seconds` a used token is answered
with the current unused one. A later use means that a copy exists: the session ends.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from sys import intern
from uuid import UUID

from gatehouse.access.answer_cache import AnswerCache, ReadVersions
from gatehouse.access.client import Client
from gatehouse.access.errors import SessionEnded, TenantNotFound
from gatehouse.access.signing_keys import KeyRing
from gatehouse.access.tokens import Claims
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.identity.sessions import end_queries, errors, queries
from gatehouse.identity.sessions.enter_tenant import ONE_FACTOR, enter_tenant
from gatehouse.identity.sessions.events import ReusedRefreshToken
from gatehouse.identity.sessions.models import (
    LiveSession,
    RefreshedSession,
    SessionFacts,
    SignedIn,
)
from gatehouse.identity.sessions.refresh_token import RefreshTokens
from gatehouse.identity.sessions.service import (
    NO_ACCESS,
    NOT_ADMITTED,
    REUSED,
    SECOND_FACTOR,
    explain_session_end,
)
from gatehouse.identity.sessions.settings import SessionSettings
from gatehouse.identity.sessions.tokens import (
    CLAIMS_PREHOOK,
    UNLIMITED,
    GrantedScopes,
    fetch_session_claims,
    issue_session_tokens,
)
from gatehouse.kit import clock
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.kit.db.configuration_version import get_version_to_confirm, mark_confirmed
from gatehouse.kit.errors import Unauthenticated
from gatehouse.kit.resources import Resources
from gatehouse.policies.admission.service import require_admission
from gatehouse.policies.errors import AdmissionRefused
from gatehouse.prehooks.client import is_prehook_active
from gatehouse.prehooks.errors import PrehookBlocked, PrehookUnanswered
from gatehouse.vendor.applications import Application
from gatehouse.vendor.current import configuration_of

NO_SESSION = "Session not found"


async def refresh_first_live_session(
    resources: Resources, tokens: Sequence[str], *, tenant_id: UUID | None, client: Client
) -> SignedIn:
    """Refresh with the first of several cookies that has a live session; of one session only with the newest
    token, because an older one would look stolen. Raises the refusal of the first cookie when none has a
    session."""
    newest: dict[UUID, tuple[int, str]] = {}
    for token in tokens:
        if named := resources[RefreshTokens].parse_token(token):
            session_id, number = named
            if session_id not in newest or number > newest[session_id][0]:
                newest[session_id] = (number, token)
    refusal: Unauthenticated = errors.SessionNotFound(NO_SESSION)
    for place, (_, token) in enumerate(newest.values()):
        try:
            return await refresh_session(resources, token, tenant_id=tenant_id, client=client)
        except (errors.SessionNotFound, errors.RefreshTokenReused, errors.AccessLost) as refused:
            refusal = refusal if place else refused
    raise refusal


@dataclass(frozen=True, slots=True)
class RefreshAttempt:
    """One use of refresh token `number` of a session. `owner`: the application that the session must belong
    to, None for a session of Gatehouse itself."""

    resources: Resources
    session_id: UUID
    number: int
    tenant_id: UUID | None
    application: Application
    client: Client
    granted: GrantedScopes
    owner: UUID | None
    now: datetime

    async def use_refresh_token(self, db: Db) -> SessionFacts | None:
        """Use the token, and remember the facts for the next refresh. Not for an application that only some
        users may use, because it may have an active tenant of its own."""
        if self.application.guarded:
            return await self.use_checked_refresh_token(db, None)
        known = await self._use_with_known_facts(db)
        if known is not None:
            return known
        facts = await self.use_checked_refresh_token(db, None)
        if facts is not None and facts.impersonator_id is None and not facts.mfa_excused:
            self.resources[AnswerCache].store_answer(
                self._key,
                replace(facts, permissions=[*map(intern, facts.permissions)]),
                ReadVersions(facts.member_of, facts.versions, facts.facts_until),
                facts.estimate_size(),
            )
        return facts

    async def _use_with_known_facts(self, db: Db) -> RefreshedSession | None:
        """Use the token with the facts of the last refresh, if nothing has changed since."""
        cache = self.resources[AnswerCache]
        answer = cache.get_answer(self._key, self.now)
        if answer is None:
            return None
        known: RefreshedSession = answer.value
        if self.tenant_id not in (None, known.tenant_id):
            return None
        until = known.compute_expiry(self.now)
        session_until = await queries.ROTATE_UNCHANGED.first(
            db, self.session_id, self.now, known.tenant_id, self.number, until, known.user_id,
            self.owner, known.amr, answer.read_with.tenant_ids, answer.read_with.versions,
            self.tenant_id is not None, known.auth_time, get_version_to_confirm(),
        )  # fmt: skip
        if session_until is None:
            cache.drop_answer(self._key)
            return None
        mark_confirmed()
        return replace(known, expires_at=until, session_expires_at=session_until)

    @property
    def _key(self) -> tuple[object, ...]:
        seconds = self.application.refresh_token_seconds
        return queries.ROTATE, self.session_id, self.tenant_id, self.owner, seconds

    async def use_checked_refresh_token(
        self, db: Db, inside: UUID | None
    ) -> RefreshedSession | None:
        """Use the token. `inside`: the tenant whose access restrictions were checked."""
        asked = (self.session_id, self.now, self.tenant_id, self.number)
        seconds, guarded = self.application.refresh_token_seconds, self.application.guarded
        facts = await queries.ROTATE.first(
            db, *asked, seconds, self.owner, inside, guarded, get_version_to_confirm()
        )
        if facts is not None:
            mark_confirmed()
        return facts

    async def read_session_facts(self, db: Db) -> SessionFacts | None:
        return await queries.FACTS_OF_SESSION.first(
            db, self.session_id, self.now, self.tenant_id, self.application.guarded
        )


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
    named = resources[RefreshTokens].parse_token(token)
    if named is None:
        raise errors.SessionNotFound(NO_SESSION)
    application = oauth_client or configuration_of(resources).get_first_party_application(
        client.application
    )
    owner = oauth_client.id if oauth_client else None
    attempt = RefreshAttempt(
        resources, *named, tenant_id, application, client, granted, owner, clock.now()
    )
    asked, added = await _fetch_prehook_claims(attempt)
    # Load signing keys that another process may have made meanwhile, before a connection is taken.
    await resources[KeyRing].refresh()
    async with resources[Database].one_statement(confirms=True) as db:
        facts = await attempt.use_refresh_token(db)
    newest = attempt.number + 1
    if facts is None:
        async with resources[Database].transaction(Scope.system()) as db:
            await _require_application_and_mfa(db, attempt)
            facts = await attempt.use_checked_refresh_token(
                db, await _check_tenant_restrictions(db, attempt)
            )
            if facts is None:
                newest = await _find_unused_token_number(db, attempt)
                facts = await attempt.read_session_facts(db)
    if facts is None:
        raise errors.SessionNotFound(NO_SESSION)
    home = facts
    if tenant_id not in (None, facts.tenant_id):
        facts = await _try_enter_tenant(resources, facts, tenant_id, application, client)
    if asked is not None and asked != facts.tenant_id:
        try:
            added = await fetch_session_claims(resources, facts, application, client, granted)
        except (PrehookBlocked, PrehookUnanswered):
            # The token is used now; sending it again would end the session.
            if asked != home.tenant_id:
                raise
            facts = home
    next_token = resources[RefreshTokens].encode_token(attempt.session_id, newest)
    return await issue_session_tokens(
        resources, facts, application, next_token, granted=granted, added=added
    )


async def _fetch_prehook_claims(attempt: RefreshAttempt) -> tuple[UUID | None, Claims]:
    """Ask the vendor's prehook for claims; returns the tenant it was asked about, and the claims. Called
    before the token is used, so that the client can retry after a refusal. Raises `PrehookBlocked` when it
    refuses, and `PrehookUnanswered` when it does not answer."""
    resources = attempt.resources
    if not is_prehook_active(resources, CLAIMS_PREHOOK):
        return None, {}
    async with resources[Database].one_statement() as db:
        facts = await attempt.read_session_facts(db)
    if facts is None:
        return None, {}
    added = await fetch_session_claims(
        resources, facts, attempt.application, attempt.client, attempt.granted
    )
    return facts.tenant_id, added


async def _require_application_and_mfa(db: Db, attempt: RefreshAttempt) -> None:
    """Raises `ShutOut` when the user may not use the requesting application, and `OneFactor` when the tenant
    requires MFA; the token stays unused."""
    application = attempt.application
    asked = attempt.session_id, attempt.now, attempt.tenant_id
    if application.guarded and await queries.SHUT_OUT.first(db, *asked, application.id):
        raise errors.ShutOut("You do not have access to this application")
    if await queries.LACKS_SECOND_FACTOR.first(db, *asked, application.guarded):
        raise errors.OneFactor(ONE_FACTOR, reason=SECOND_FACTOR)


async def _check_tenant_restrictions(db: Db, attempt: RefreshAttempt) -> UUID | None:
    """Check the access restrictions of the session's tenant; returns the tenant if it has any. Raises
    `NotAdmitted` when they refuse; the token stays unused, so the session continues once the user is admitted
    again."""
    asked = await queries.RESTRICTED.first(
        db, attempt.session_id, attempt.now, attempt.tenant_id, attempt.application.guarded
    )
    if asked is None:
        return None
    try:
        await require_admission(
            db, attempt.resources, asked.tenant_id, email=asked.email, address=attempt.client.ip
        )
    except AdmissionRefused as refused:
        raise errors.NotAdmitted(refused.message, reason=NOT_ADMITTED) from None
    return asked.tenant_id


async def _find_unused_token_number(db: Db, attempt: RefreshAttempt) -> int:
    """The number of the unused token, while the overlap lasts: a slow response to a racing tab must not put
    an already used token into the cookie jar that all tabs share. Raises `SessionNotFound`, `AccessLost` or
    `RefreshTokenReused` when there is none."""
    now, number = attempt.now, attempt.number
    live = await queries.LIVE_SESSION.first(db, attempt.session_id, now, attempt.owner)
    if live is None:
        raise errors.SessionNotFound(
            NO_SESSION, reason=await explain_session_end(db, attempt.session_id, now)
        )
    if number > live.refresh_counter:
        raise errors.SessionNotFound(NO_SESSION)
    if number == live.refresh_counter:
        # The token is unused, so only the tenant was missing. A later membership does not restore the
        # session.
        await end_queries.END_ONE.run(db, live.id, live.user_id, now, "no_access")
        raise errors.AccessLost(NO_SESSION, reason=NO_ACCESS)
    used_at = _find_use_of_token(live, number)
    settings = attempt.resources[SessionSettings]
    overlap = timedelta(seconds=0 if attempt.owner else settings.refresh_overlap_seconds)
    if used_at is None or not overlap or now - used_at >= overlap:
        await _end_session_of_reused_token(db, live, now, attempt.client)
        raise errors.RefreshTokenReused(NO_SESSION, reason=REUSED)
    return live.refresh_counter


def _find_use_of_token(live: LiveSession, number: int) -> datetime | None:
    """When this token was used; None when it is older than the recorded uses."""
    back = live.refresh_counter - number
    return live.rotated_at[-back] if back <= len(live.rotated_at) else None


async def _try_enter_tenant(
    resources: Resources,
    facts: SessionFacts,
    tenant_id: UUID,
    application: Application,
    client: Client,
) -> SessionFacts:
    """Enter the requested tenant with this session; the facts stay unchanged when that tenant refuses."""
    with suppress(
        TenantNotFound,
        SessionEnded,
        errors.BeganOtherwise,
        AdmissionRefused,
        errors.SessionNotOfApplication,
    ):
        async with resources[Database].transaction(Scope.system()) as db:
            return await enter_tenant(
                db, resources, facts.session_id, facts.user_id, tenant_id, application, client
            )
    return facts


async def _end_session_of_reused_token(
    db: Db, live: LiveSession, now: datetime, client: Client
) -> None:
    await end_queries.END_ONE.run(db, live.id, live.user_id, now, "refresh_token_reused")
    event = ReusedRefreshToken(live.tenant_id, live.user_id, live.id)
    await announce_event(db, event, by=by_person(live.user_id, live.email, client))
