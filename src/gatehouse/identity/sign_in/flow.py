"""The sign-in flow: turns an authentication into a session or the next challenge."""

from dataclasses import replace
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.directory.users import service as users
from gatehouse.directory.users.queries import LOCK_ACCOUNT_UNLESS_STAFF
from gatehouse.identity.action_tokens import service as action_tokens
from gatehouse.identity.action_tokens.service import ActionTokenPurpose
from gatehouse.identity.factors.schemas import MfaDevices
from gatehouse.identity.factors.service import devices_of
from gatehouse.identity.sessions.end import end_all_sessions, end_replaced_session
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in import enrollment, invitations, queries
from gatehouse.identity.sign_in import pending as waiting
from gatehouse.identity.sign_in.errors import (
    VERIFY_FIRST,
    AccountLocked,
    AccountSuspended,
    EmailNotVerified,
    NoAccess,
    NotOfApplication,
    SessionOver,
    SsoRequired,
)
from gatehouse.identity.sign_in.events import AuthenticationFailed
from gatehouse.identity.sign_in.models import (
    MULTI_FACTOR,
    REMEMBERED,
    AuthenticationResult,
    PendingSignIn,
    RequiredEnrollment,
    SignInCandidate,
    SignInChallenge,
    SignInContext,
    SignInFacts,
    SignInStep,
)
from gatehouse.identity.sign_in.prehook_result import MOST_PASSES, ApprovedPrehooks, NotEvaluated
from gatehouse.identity.sign_in.rules import next_step
from gatehouse.identity.sign_in.start import start_session
from gatehouse.kit import clock
from gatehouse.kit.crypto import token_hash
from gatehouse.kit.db import Db
from gatehouse.kit.errors import DomainError
from gatehouse.kit.jobs import enqueue
from gatehouse.kit.resources import Resources
from gatehouse.policies.admission.service import require_admission
from gatehouse.policies.errors import AdmissionRefused, CountryRefused
from gatehouse.prehooks.errors import PrehookBlocked, PrehookUnanswered
from gatehouse.vendor.applications import Application
from gatehouse.vendor.current import configuration_of

NO_DEVICES = MfaDevices()
CHANGED = "Something changed while you signed in. Sign in again."


async def sign_in(
    db: Db,
    resources: Resources,
    proof: AuthenticationResult,
    client: Client,
    door: SignInContext,
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
    began, cleared = clock.now(), ApprovedPrehooks()
    for _ in range(MOST_PASSES):
        way_in = cleared.door(door)
        outcome = await _try_sign_in(db, resources, proof, client, way_in, cleared, replaced)
        if not isinstance(outcome, NotEvaluated):
            return outcome
        await db.pause()
        try:
            cleared = await cleared.asked(resources, outcome, client)
        except (PrehookBlocked, PrehookUnanswered) as refusal:
            await _announce_refusal(db, proof, client, outcome.entrant.tenant_id, refusal.code)
            raise
        if cleared.locked:
            await _lock_user(db, proof, client, outcome.entrant.tenant_id)
            raise cleared.locked
        if await queries.HAS_NEW_PASSWORD.first(db, proof.user_id, began):
            raise SessionOver(CHANGED)
    raise SessionOver(CHANGED)


async def _try_sign_in(
    db: Db,
    resources: Resources,
    proof: AuthenticationResult,
    client: Client,
    door: SignInContext,
    cleared: ApprovedPrehooks,
    replaced: UUID | None,
) -> SignedIn | SignInChallenge | NotEvaluated:
    """Try to sign in with the prehook results so far."""
    entry = await invitations.join_by_invite_link(db, proof, client, door)
    application = configuration_of(resources).for_people(client.application)
    entrant = await entrant_of(db, proof, entry, application)
    if entrant is None:
        raise await _shut_out(db, proof, client)
    if cleared.email not in (None, entrant.email):
        # The user signed in through an email address that changed meanwhile.
        raise SessionOver(CHANGED)
    situation = _situation_of(resources, proof, entrant)
    try:
        step = next_step(situation)
        await admit_entrant(db, resources, entrant, client)
    except (EmailNotVerified, SsoRequired, NotOfApplication, AdmissionRefused) as refusal:
        await invitations.undo_join(db, entry)
        reason = "not_verified" if isinstance(refusal, EmailNotVerified) else refusal.code
        await _announce_refusal(db, proof, client, entrant.tenant_id, reason)
        if isinstance(refusal, AdmissionRefused):
            await _keep_refusal(db, entrant, client, refusal)
        raise
    if step is None and cleared.challenges:
        step = _second_factor(situation)
    if step is None and cleared.lacks(resources, entrant):
        await invitations.undo_join(db, entry)
        return NotEvaluated(entrant, _authentication_methods(situation))
    if step is None:
        if replaced is not None and not await end_replaced_session(db, replaced):
            raise SessionOver("This session is over. Sign in again.")
        session = await start_session(
            db, resources, entrant, _authentication_methods(situation), client, cleared.claims
        )
        if session is None:
            await invitations.undo_join(db, entry)
            raise await _shut_out(db, proof, client)
        return _with_notice(session, situation)
    await invitations.undo_join(db, entry)
    if step is SignInStep.RESET_PASSWORD:
        await _announce_refusal(db, proof, client, entrant.tenant_id, "breached_password")
        return SignInChallenge(
            "", step, entrant.user_id, entrant.email, entrant.verified, NO_DEVICES
        )
    if step is SignInStep.REPLACE_PASSWORD:
        token = await action_tokens.issue_action_token(
            db, ActionTokenPurpose.RESET_PASSWORD, entrant.user_id
        )
        return SignInChallenge(
            token, step, entrant.user_id, entrant.email, entrant.verified, NO_DEVICES
        )
    return await _begin_challenge(db, resources, entrant, proof, step, entry)


async def check_entry(
    db: Db, resources: Resources, proof: AuthenticationResult, client: Client, door: SignInContext
) -> None:
    """Raises what `sign_in` would raise by its rules and the tenant's restrictions; starts no session and
    calls no prehook. The caller rolls back what it writes."""
    application = configuration_of(resources).for_people(client.application)
    entrant = await entrant_of(db, proof, door, application)
    if entrant is None:
        raise await _shut_out(db, proof, client)
    next_step(_situation_of(resources, proof, entrant))
    await admit_entrant(db, resources, entrant, client)


def _situation_of(
    resources: Resources, proof: AuthenticationResult, entrant: SignInCandidate
) -> SignInFacts:
    may_be_unverified = configuration_of(resources).vendor.allow_not_verified_users_login
    return SignInFacts(entrant, proof.amr, may_be_unverified, proof.breached, clock.now())


def _second_factor(situation: SignInFacts) -> SignInStep | None:
    """The step for a prehook that requires MFA; a remembered browser does not count. Applies even where the
    tenant requires no MFA: a user with a factor verifies it, any other enrolls one."""
    if situation.has_two_factors:
        return None
    enrolled = situation.entrant.has_factor
    return SignInStep.VERIFY_SECOND_FACTOR if enrolled else SignInStep.ENROLL_SECOND_FACTOR


async def _lock_user(db: Db, proof: AuthenticationResult, client: Client, tenant_id: UUID) -> None:
    """Lock the account as the prehook decided, until the vendor unlocks it. Staff are excluded, so that the
    vendor is not locked out of its own console."""
    await _announce_refusal(db, proof, client, tenant_id, "prehooks.locked")
    if await LOCK_ACCOUNT_UNLESS_STAFF.first(db, proof.user_id, clock.now()):
        await end_all_sessions(db, proof.user_id, reason="locked")


async def _shut_out(db: Db, proof: AuthenticationResult, client: Client) -> DomainError:
    """Find out why the user has no tenant to enter, and record it in the audit log."""
    home = await queries.HOME.first(db, proof.user_id)
    if await queries.IS_LOCKED.first(db, proof.user_id):
        await _announce_refusal(db, proof, client, home, "locked")
        return AccountLocked("Your account is locked. Ask the people who run this service.")
    suspended = await queries.SUSPENDED.first(db, proof.user_id, clock.now())
    if suspended:
        await _announce_refusal(db, proof, client, suspended, "suspended")
        return AccountSuspended(
            "Your company's account is suspended. Ask the people who run this service."
        )
    if await queries.AWAITS_VERIFICATION.first(db, proof.user_id, clock.now()):
        await _announce_refusal(db, proof, client, home, "not_verified")
        return EmailNotVerified(VERIFY_FIRST)
    await _announce_refusal(db, proof, client, home, "no_access")
    return NoAccess("You do not have access to any account")


def _authentication_methods(situation: SignInFacts) -> tuple[str, ...]:
    """The authentication methods of the session (`amr`)."""
    if situation.entrant.is_remembered and not situation.has_two_factors:
        return (*situation.amr, REMEMBERED)
    return situation.amr


def _with_notice(session: SignedIn, situation: SignInFacts) -> SignedIn:
    """Add a notice when the user signed in with a password that expires soon."""
    until, notice = situation.entrant.password_until, situation.entrant.notice_minutes
    if until is None or "pwd" not in situation.amr:
        return session
    left = int((until - clock.now()).total_seconds() // 60)
    if left >= notice:
        return session
    return replace(session, password_expires_in=left, notification_period=notice)


async def finish_sign_in(
    db: Db,
    resources: Resources,
    pending: PendingSignIn,
    method: str,
    client: Client,
) -> SignedIn | SignInChallenge:
    """Complete a sign-in after MFA; `method` is the factor used (`otp`, `sms`, `hwk` …). A session that was
    stepped up is replaced by the new one. Raises `SessionOver` when that has ended meanwhile, and what
    `sign_in` raises."""
    await queries.END_PENDING.run(db, pending.id)
    before = (shown for shown in pending.amr if shown != REMEMBERED)
    amr = tuple(dict.fromkeys([*before, method, MULTI_FACTOR]))
    proof = AuthenticationResult(pending.user_id, pending.email, amr)
    door = SignInContext(tenant_id=pending.entering, invitation=pending.invitation)
    return await sign_in(db, resources, proof, client, door, replaced=pending.session_id)


async def challenge_again(db: Db, resources: Resources, token: str) -> SignInChallenge:
    """Rebuild the challenge of a pending sign-in. Raises `SignInOver` when there is none. Needs the system
    scope."""
    pending = await waiting.find_pending_sign_in(db, token)
    step = SignInStep(pending.step)
    return SignInChallenge(
        token=token,
        step=step,
        user_id=pending.user_id,
        email=pending.email,
        email_verified=(await users.get_user(db, pending.user_id)).verified,
        devices=await devices_of(db, pending.user_id),
        enrollment=await _begin_enrollment(db, resources, step, token),
    )


async def entrant_of(
    db: Db, proof: AuthenticationResult, door: SignInContext, application: Application
) -> SignInCandidate | None:
    """Find and lock the user, with the tenant to enter; None when there is no such tenant."""
    return await queries.ENTRANT.first(
        db,
        proof.user_id,
        clock.now(),
        door.tenant_id,
        door.alias,
        token_hash(door.device) if door.device else None,
        application.guarded,
    )


async def admit_entrant(
    db: Db, resources: Resources, entrant: SignInCandidate, client: Client
) -> None:
    """Raises `AdmissionRefused` when the tenant's restrictions on IP addresses, domains and countries
    refuse."""
    if entrant.is_restricted:
        await require_admission(
            db, resources, entrant.tenant_id, email=entrant.email, address=client.ip
        )


async def _begin_challenge(
    db: Db,
    resources: Resources,
    entrant: SignInCandidate,
    proof: AuthenticationResult,
    step: SignInStep,
    door: SignInContext,
) -> SignInChallenge:
    token = await waiting.begin_pending_sign_in(
        db,
        step=step,
        user_id=entrant.user_id,
        tenant_id=entrant.tenant_id,
        amr=proof.amr,
        invitation=door.invitation,
    )
    return SignInChallenge(
        token=token,
        step=step,
        user_id=entrant.user_id,
        email=entrant.email,
        email_verified=entrant.verified,
        devices=await devices_of(db, entrant.user_id),
        enrollment=await _begin_enrollment(db, resources, step, token),
    )


async def _begin_enrollment(
    db: Db, resources: Resources, step: SignInStep, token: str
) -> RequiredEnrollment | None:
    return (
        await enrollment.begin_enrollment(db, resources, token)
        if step == SignInStep.ENROLL_SECOND_FACTOR
        else None
    )


async def _keep_refusal(
    db: Db, entrant: SignInCandidate, client: Client, refusal: AdmissionRefused
) -> None:
    """Commit the record of the refused sign-in, which the exception would roll back. An authenticated user is
    notified by email of a refusal by country."""
    if isinstance(refusal, CountryRefused):
        await enqueue(
            db, "country_refusals.mail",
            tenant_id=entrant.tenant_id, user_id=entrant.user_id, ip=client.ip, at=clock.now(),
        )  # fmt: skip
    await db.pause()


async def _announce_refusal(
    db: Db, proof: AuthenticationResult, client: Client, tenant_id: UUID | None, reason: str
) -> None:
    event = AuthenticationFailed(tenant_id, reason, proof.user_id)
    await announce_event(db, event, by=by_person(proof.user_id, proof.email, client))
