"""The sign-in flow: turns an authentication into a session or the next challenge."""

from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.tokens import Claims
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event, prepare_announcement
from gatehouse.directory.users import service as users
from gatehouse.directory.users.models import User
from gatehouse.directory.users.queries import LOCK_ACCOUNT_UNLESS_STAFF
from gatehouse.identity.action_tokens import service as action_tokens
from gatehouse.identity.action_tokens.models import ActionTokenPurpose
from gatehouse.identity.factors.schemas import MfaDevices
from gatehouse.identity.factors.service import list_mfa_devices
from gatehouse.identity.passwords.queries import FORGIVE_FAILURES
from gatehouse.identity.sessions.end_queries import END_BEYOND_LIMIT, END_LEFT_BELOW
from gatehouse.identity.sessions.models import LIMIT, SessionFacts, SignedIn, Started
from gatehouse.identity.sessions.queries import LOCK_PERSON
from gatehouse.identity.sessions.refresh_token import RefreshTokens
from gatehouse.identity.sessions.service import end_all_sessions, end_replaced_session
from gatehouse.identity.sessions.tokens import issue_session_tokens
from gatehouse.identity.sign_in import errors, invitations, pending, queries
from gatehouse.identity.sign_in.events import (
    AuthenticationFailed,
    UserAuthenticated,
    UserAuthenticatedWithSaml,
    UserAuthenticatedWithSso,
)
from gatehouse.identity.sign_in.ip_location import KNOWN_FOR, get_ip_network
from gatehouse.identity.sign_in.models import (
    MULTI_FACTOR,
    REMEMBERED,
    SAML,
    SINGLE_SIGN_ON,
    AuthenticationResult,
    PendingSignIn,
    SignInCandidate,
    SignInChallenge,
    SignInContext,
    SignInFacts,
    SignInStep,
)
from gatehouse.identity.sign_in.prehook_result import MOST_PASSES, ApprovedPrehooks, NotEvaluated
from gatehouse.identity.sign_in.rules import find_next_step
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id, token_hash
from gatehouse.kit.db import Database, Db
from gatehouse.kit.errors import DomainError
from gatehouse.kit.events import Event
from gatehouse.kit.jobs import enqueue
from gatehouse.kit.resources import Resources
from gatehouse.policies.admission.service import require_admission
from gatehouse.policies.errors import AdmissionRefused, CountryRefused
from gatehouse.prehooks.errors import PrehookBlocked, PrehookUnanswered
from gatehouse.vendor.applications import Application
from gatehouse.vendor.current import configuration_of


@dataclass(frozen=True, slots=True)
class _PlannedSession:
    """A session that the rules allow. Used by the flow alone, so that every sign-in method passes them.
    `added` holds the claims of the vendor's prehook."""

    candidate: SignInCandidate
    amr: tuple[str, ...]
    client: Client
    application: Application
    added: Claims
    id: UUID
    now: datetime

    async def start(
        self, db: Db, *, password_changed_at: datetime | None = None, applies_limit: bool = False
    ) -> Started | None:
        """Start it and announce `UserAuthenticated`, and the events for SSO; None when something changed
        since the candidate was read. `password_changed_at` names the password that was verified, where
        neither its row nor the user's is locked. Failure counts and known locations change here only, so that
        a password without MFA leaves no trace of success. Needs the system scope."""
        candidate, client = self.candidate, self.client
        events = _build_sign_in_events(candidate, self.id, self.amr)
        at_once = password_changed_at is not None
        start = queries.START_SESSION_AT_ONCE if at_once else queries.START_SESSION
        return await start.first(
            db,
            *prepare_announcement(events, by=by_person(candidate.user_id, candidate.email, client)),
            candidate.tenant_id,
            self.now,
            candidate.user_id,
            candidate.user_version,
            self.id,
            client.ip,
            client.user_agent,
            self.application.refresh_token_seconds,
            list(self.amr),
            candidate.remembered_at if REMEMBERED in self.amr else None,
            token_hash(candidate.email),
            get_ip_network(client.ip),
            password_changed_at,
            candidate.is_known_place,
            applies_limit,
            candidate.was_here_lately,
        )

    async def issue_tokens(self, resources: Resources, expires_at: datetime) -> SignedIn:
        facts = SessionFacts.for_new_session(
            self.candidate,
            session_id=self.id,
            auth_time=self.now,
            expires_at=expires_at,
            amr=self.amr,
        )
        token = resources[RefreshTokens].encode_token(self.id, 0)
        return await issue_session_tokens(
            resources, facts, self.application, token, added=self.added
        )


def _plan_session(
    resources: Resources,
    candidate: SignInCandidate,
    amr: tuple[str, ...],
    client: Client,
    added: Claims,
) -> _PlannedSession:
    application = configuration_of(resources).get_first_party_application(client.application)
    return _PlannedSession(candidate, amr, client, application, added, new_id(), clock.now())


async def _start_session(db: Db, resources: Resources, planned: _PlannedSession) -> SignedIn | None:
    """Start a session with all that follows from it; None when access to the tenant was revoked since the
    user was looked up. The oldest sessions beyond the tenant's limit end. Needs the user locked."""
    candidate, now = planned.candidate, planned.now
    started = await planned.start(db, applies_limit=True)
    if started is None:
        return None
    if started.is_limited:
        limited = (candidate.tenant_id, now, LIMIT, candidate.user_id)
        if await END_BEYOND_LIMIT.one(db, *limited, planned.id):
            await END_LEFT_BELOW.run(db, *limited)
    if candidate.must_forgive:
        await FORGIVE_FAILURES.run(db, candidate.user_id, now)
    if candidate.is_new_place:
        await enqueue(db, "new_places.mail", user_id=candidate.user_id, session_id=planned.id)
    return await planned.issue_tokens(resources, started.expires_at)


def _build_sign_in_events(
    candidate: SignInCandidate, session_id: UUID, amr: tuple[str, ...]
) -> list[Event]:
    who = (candidate.tenant_id, candidate.user_id, session_id)
    events: list[Event] = [UserAuthenticated(*who, list(amr), candidate.is_new_place)]
    if SINGLE_SIGN_ON in amr:
        events.append(UserAuthenticatedWithSso(*who))
    if SAML in amr:
        events.append(UserAuthenticatedWithSaml(*who))
    return events


CHANGED = "Something changed while you signed in. Sign in again."
ASK = "Contact the operator of this service."


@dataclass(frozen=True, slots=True)
class SignInAttempt:
    """An authenticated user who signs in. `db` has the system scope."""

    db: Db
    resources: Resources
    proof: AuthenticationResult
    client: Client
    context: SignInContext

    async def announce_refusal(self, tenant_id: UUID | None, reason: str) -> None:
        user_id = self.proof.user_id
        by = by_person(user_id, self.proof.email, self.client)
        await announce_event(self.db, AuthenticationFailed(tenant_id, reason, user_id), by=by)


async def sign_in_at_once(
    resources: Resources,
    proof: AuthenticationResult,
    client: Client,
    context: SignInContext,
    password_changed_at: datetime,
) -> SignedIn | None:
    """Sign in by two single statements where a password is enough and nothing but the session has to be
    written. None otherwise, or when something changed between the two: `sign_in` then decides. Must not be
    called while a connection is held."""
    if context.invitation is not None:
        return None
    database = resources[Database]
    async with database.one_statement() as db:
        candidate = await _read_candidate(SignInAttempt(db, resources, proof, client, context))
    if candidate is None or candidate.email != proof.email or _writes_more(resources, candidate):
        return None
    facts = _build_sign_in_facts(resources, proof, candidate)
    try:
        if find_next_step(facts) is not None:
            return None
    except DomainError:
        return None
    planned = _plan_session(resources, candidate, _list_authentication_methods(facts), client, {})
    async with database.one_statement() as db:
        started = await planned.start(db, password_changed_at=password_changed_at)
    if started is None:
        return None
    return _add_password_notice(await planned.issue_tokens(resources, started.expires_at), facts)


def _writes_more(resources: Resources, candidate: SignInCandidate) -> bool:
    """Whether the sign-in needs more than one statement that writes, a prehook or the access restrictions."""
    return (
        candidate.is_restricted
        or candidate.has_session_limit
        or candidate.must_forgive
        or candidate.is_new_place
        or ApprovedPrehooks().needs_prehook(resources, candidate)
    )


async def sign_in(
    db: Db,
    resources: Resources,
    proof: AuthenticationResult,
    client: Client,
    context: SignInContext,
    *,
    replaced: UUID | None = None,
) -> SignedIn | SignInChallenge:
    """Start a session, or return the next required step.

    The tenant is the one that the context names, when the user is a member or joins it by an invite link,
    otherwise the user's default. The session `replaced` ends as the new one begins, so that it does not count
    towards the limit. Raises `NoAccess`, `AccountSuspended` or `AccountLocked` when the user has no tenant to
    enter, `SessionOver` when the password or the replaced session changed meanwhile, and the refusals of
    `rules.py`. Needs the system scope.

    Before a prehook is called, the transaction so far is committed, and the rules are checked again
    afterwards. Raises `PrehookBlocked` when it refuses, and `PrehookUnanswered` when it does not answer.
    """
    began, approved = clock.now(), ApprovedPrehooks()
    for _ in range(MOST_PASSES):
        attempt = SignInAttempt(db, resources, proof, client, approved.choose_tenant(context))
        outcome = await _try_sign_in(attempt, approved, replaced)
        if not isinstance(outcome, NotEvaluated):
            return outcome
        tenant_id = outcome.candidate.tenant_id
        await db.pause()
        try:
            approved = await approved.call_next_prehook(resources, outcome, client)
        except (PrehookBlocked, PrehookUnanswered) as refusal:
            await attempt.announce_refusal(tenant_id, refusal.code)
            raise
        if approved.locked:
            await _lock_user(attempt, tenant_id)
            raise approved.locked
        if await queries.HAS_NEW_PASSWORD.first(db, proof.user_id, began):
            raise errors.SessionOver(CHANGED)
    raise errors.SessionOver(CHANGED)


async def _try_sign_in(
    attempt: SignInAttempt, approved: ApprovedPrehooks, replaced: UUID | None
) -> SignedIn | SignInChallenge | NotEvaluated:
    """Try to sign in with the prehook results so far."""
    db, resources, proof, client = attempt.db, attempt.resources, attempt.proof, attempt.client
    entry = await invitations.join_by_invite_link(db, proof, client, attempt.context)
    attempt = replace(attempt, context=entry)
    candidate = await find_sign_in_candidate(attempt)
    if candidate is None:
        raise await _build_no_access_error(attempt)
    if approved.email not in (None, candidate.email):
        # The user signed in through an email address that changed meanwhile.
        raise errors.SessionOver(CHANGED)
    facts = _build_sign_in_facts(resources, proof, candidate)
    try:
        step = find_next_step(facts)
        await require_tenant_admission(db, resources, candidate, client)
    except (
        errors.EmailNotVerified,
        errors.SsoRequired,
        errors.NotOfApplication,
        AdmissionRefused,
    ) as refusal:
        await invitations.undo_join(db, entry)
        await _record_refusal(attempt, candidate, refusal)
        raise
    if step is None and approved.challenges:
        step = _choose_mfa_step_of_prehook(facts)
    if step is not None:
        await invitations.undo_join(db, entry)
        return await _begin_sign_in_step(attempt, candidate, step)
    amr = _list_authentication_methods(facts)
    if approved.needs_prehook(resources, candidate):
        await invitations.undo_join(db, entry)
        return NotEvaluated(candidate, amr)
    if replaced is not None and not await end_replaced_session(db, replaced):
        raise errors.SessionOver("This session has ended. Sign in again.")
    planned = _plan_session(resources, candidate, amr, client, approved.claims)
    session = await _start_session(db, resources, planned)
    if session is None:
        await invitations.undo_join(db, entry)
        raise await _build_no_access_error(attempt)
    return _add_password_notice(session, facts)


async def find_sign_in_candidate(attempt: SignInAttempt) -> SignInCandidate | None:
    """Lock the user, so that parallel sign-ins respect the limit of concurrent sessions, and find the tenant
    to enter; None when there is no such tenant."""
    await LOCK_PERSON.run(attempt.db, attempt.proof.user_id)
    return await _read_candidate(attempt)


async def _read_candidate(attempt: SignInAttempt) -> SignInCandidate | None:
    context, now = attempt.context, clock.now()
    application = configuration_of(attempt.resources).get_first_party_application(
        attempt.client.application
    )
    asked = (
        context.tenant_id,
        context.alias,
        token_hash(context.device) if context.device else None,
    )
    return await queries.CANDIDATE.first(
        attempt.db, attempt.proof.user_id, now, *asked, application.guarded,
        get_ip_network(attempt.client.ip), now - KNOWN_FOR,
    )  # fmt: skip


def _build_sign_in_facts(
    resources: Resources, proof: AuthenticationResult, candidate: SignInCandidate
) -> SignInFacts:
    may_be_unverified = configuration_of(resources).vendor.allow_not_verified_users_login
    return SignInFacts(candidate, proof.amr, may_be_unverified, proof.breached, clock.now())


async def require_tenant_admission(
    db: Db, resources: Resources, candidate: SignInCandidate, client: Client
) -> None:
    """Raises `AdmissionRefused` when the tenant's restrictions on IP addresses, domains and countries
    refuse."""
    if candidate.is_restricted:
        await require_admission(
            db, resources, candidate.tenant_id, email=candidate.email, address=client.ip
        )


async def check_sign_in_rules(attempt: SignInAttempt) -> None:
    """Raises what `sign_in` would raise by its rules and the tenant's restrictions; starts no session and
    calls no prehook. The caller rolls back what it writes."""
    candidate = await find_sign_in_candidate(attempt)
    if candidate is None:
        raise await _build_no_access_error(attempt)
    find_next_step(_build_sign_in_facts(attempt.resources, attempt.proof, candidate))
    await require_tenant_admission(attempt.db, attempt.resources, candidate, attempt.client)


def _choose_mfa_step_of_prehook(facts: SignInFacts) -> SignInStep | None:
    """The step for a prehook that requires MFA; a remembered browser does not count. Applies even where the
    tenant requires no MFA: a user with a factor verifies it, any other enrolls one."""
    if facts.has_completed_mfa:
        return None
    enrolled = facts.candidate.has_factor
    return SignInStep.VERIFY_SECOND_FACTOR if enrolled else SignInStep.ENROLL_SECOND_FACTOR


def _list_authentication_methods(facts: SignInFacts) -> tuple[str, ...]:
    """The authentication methods of the session (`amr`)."""
    if facts.candidate.is_remembered and not facts.has_completed_mfa:
        return (*facts.amr, REMEMBERED)
    return facts.amr


def _add_password_notice(session: SignedIn, facts: SignInFacts) -> SignedIn:
    """Add a notice when the user signed in with a password that expires soon."""
    until, notice = facts.candidate.password_until, facts.candidate.notice_minutes
    if until is None or "pwd" not in facts.amr:
        return session
    left = int((until - clock.now()).total_seconds() // 60)
    if left >= notice:
        return session
    return replace(session, password_expires_in=left, notification_period=notice)


async def _begin_sign_in_step(
    attempt: SignInAttempt, candidate: SignInCandidate, step: SignInStep
) -> SignInChallenge:
    """Begin the step, with a pending sign-in where the step continues it."""
    db, user_id, tenant_id = attempt.db, candidate.user_id, candidate.tenant_id
    if step is SignInStep.RESET_PASSWORD:
        await attempt.announce_refusal(tenant_id, "breached_password")
        token = ""
    elif step is SignInStep.REPLACE_PASSWORD:
        token = await action_tokens.issue_action_token(
            db, ActionTokenPurpose.RESET_PASSWORD, user_id
        )
    else:
        token = await pending.begin_pending_sign_in(
            db, step=step, user_id=user_id, tenant_id=tenant_id, amr=attempt.proof.amr,
            invitation=attempt.context.invitation,
        )  # fmt: skip
        return await _build_challenge(db, attempt.resources, token, step, user_id, candidate)
    return SignInChallenge(token, step, user_id, candidate.email, candidate.verified, MfaDevices())


async def _build_challenge(
    db: Db,
    resources: Resources,
    token: str,
    step: SignInStep,
    user_id: UUID,
    user: SignInCandidate | User,
) -> SignInChallenge:
    devices = await list_mfa_devices(db, user_id)
    enrollment = None
    if step == SignInStep.ENROLL_SECOND_FACTOR:
        enrollment = await pending.begin_factor_enrollment(db, resources, token)
    return SignInChallenge(token, step, user_id, user.email, user.verified, devices, enrollment)


async def rebuild_challenge(db: Db, resources: Resources, token: str) -> SignInChallenge:
    """Rebuild the challenge of a pending sign-in. Raises `SignInOver` when there is none. Needs the system
    scope."""
    waiting = await pending.get_pending_sign_in(db, token)
    user = await users.get_user(db, waiting.user_id)
    step = SignInStep(waiting.step)
    return await _build_challenge(db, resources, token, step, user.id, user)


async def finish_sign_in(
    db: Db, resources: Resources, waiting: PendingSignIn, method: str, client: Client
) -> SignedIn | SignInChallenge:
    """Complete a sign-in after MFA; `method` is the factor used (`otp`, `sms`, `hwk` …). A session that was
    stepped up is replaced by the new one. Raises `SessionOver` when that has ended meanwhile, and what
    `sign_in` raises."""
    await queries.END_PENDING.run(db, waiting.id)
    before = (shown for shown in waiting.amr if shown != REMEMBERED)
    amr = tuple(dict.fromkeys([*before, method, MULTI_FACTOR]))
    proof = AuthenticationResult(waiting.user_id, waiting.email, amr)
    context = SignInContext(tenant_id=waiting.entering, invitation=waiting.invitation)
    return await sign_in(db, resources, proof, client, context, replaced=waiting.session_id)


async def _build_no_access_error(attempt: SignInAttempt) -> DomainError:
    """Find out why the user has no tenant to enter, and record it in the audit log."""
    db, user_id, now = attempt.db, attempt.proof.user_id, clock.now()
    tenant_id = await queries.HOME.first(db, user_id)
    refusal: DomainError
    if await queries.IS_LOCKED.first(db, user_id):
        reason, refusal = "locked", errors.AccountLocked(f"Your account is locked. {ASK}")
    elif suspended := await queries.SUSPENDED.first(db, user_id, now):
        tenant_id, reason = suspended, "suspended"
        refusal = errors.AccountSuspended(f"Your organization is suspended. {ASK}")
    elif await queries.AWAITS_VERIFICATION.first(db, user_id, now):
        reason, refusal = "not_verified", errors.EmailNotVerified(errors.VERIFY_FIRST)
    else:
        reason, refusal = "no_access", errors.NoAccess("You do not belong to any organization")
    await attempt.announce_refusal(tenant_id, reason)
    return refusal


async def _record_refusal(
    attempt: SignInAttempt, candidate: SignInCandidate, refusal: DomainError
) -> None:
    """Record the refused sign-in, and commit what the exception of an access restriction would roll back. An
    authenticated user is notified by email of a refusal by country."""
    reason = "not_verified" if isinstance(refusal, errors.EmailNotVerified) else refusal.code
    await attempt.announce_refusal(candidate.tenant_id, reason)
    if isinstance(refusal, CountryRefused):
        await enqueue(
            attempt.db, "country_refusals.mail", tenant_id=candidate.tenant_id,
            user_id=candidate.user_id, ip=attempt.client.ip, at=clock.now(),
        )  # fmt: skip
    if isinstance(refusal, AdmissionRefused):
        await attempt.db.pause()


async def _lock_user(attempt: SignInAttempt, tenant_id: UUID) -> None:
    """Lock the account as the prehook decided, until the vendor unlocks it. Staff are excluded, so that the
    vendor is not locked out of its own console."""
    user_id = attempt.proof.user_id
    await attempt.announce_refusal(tenant_id, "prehooks.locked")
    if await LOCK_ACCOUNT_UNLESS_STAFF.first(attempt.db, user_id, clock.now()):
        await end_all_sessions(attempt.db, user_id, reason="locked")
