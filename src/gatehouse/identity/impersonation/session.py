from datetime import datetime
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.errors import StepUpNeeded
from gatehouse.access.tokens import Claims
from gatehouse.identity.sessions.models import SessionFacts, SignedIn
from gatehouse.identity.sessions.queries import START_IMPERSONATED_SESSION
from gatehouse.identity.sessions.refresh_token import RefreshTokens
from gatehouse.identity.sessions.tokens import (
    CLAIMS_PREHOOK,
    fetch_session_claims,
    issue_session_tokens,
)
from gatehouse.identity.sign_in import models
from gatehouse.identity.sign_in.errors import NoAccess
from gatehouse.identity.sign_in.flow import (
    SignInAttempt,
    find_sign_in_candidate,
    require_tenant_admission,
)
from gatehouse.identity.sign_in.rules import find_next_step
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.prehooks.client import is_prehook_active
from gatehouse.vendor.current import configuration_of

NO_ACCESS = "This user does not have access to the account"


async def start_impersonation(
    db: Db,
    resources: Resources,
    user_id: UUID,
    tenant_id: UUID,
    impersonator: models.Impersonator,
    client: Client,
) -> SignedIn:
    """Start an impersonation session by the rules of every sign-in; the impersonator must have completed the
    MFA that they require of the user.

    Raises `NoAccess`, `NotOfApplication`, `EmailNotVerified` or `AdmissionRefused` when the user could not
    sign in, and `StepUpNeeded` when the impersonator must complete MFA first. The vendor's token prehook is
    called, the sign-in prehook is not; raises `PrehookBlocked` when it refuses, and `PrehookUnanswered` when
    it does not answer. Needs the system scope.
    """
    proof = models.AuthenticationResult(user_id, impersonator.email, impersonator.amr)
    attempt = SignInAttempt(db, resources, proof, client, models.SignInContext(tenant_id=tenant_id))
    candidate = await _admit_impersonated_user(attempt)
    application = configuration_of(resources).get_first_party_application(client.application)
    now, session_id = clock.now(), new_id()
    added: Claims = {}
    if is_prehook_active(resources, CLAIMS_PREHOOK):
        facts = _build_session_facts(candidate, impersonator, session_id, now, now)
        added = await fetch_session_claims(resources, facts, application, client, db=db)
        candidate = await _admit_impersonated_user(attempt)
        now = clock.now()
    expires_at = await START_IMPERSONATED_SESSION.first(
        db, tenant_id, now, session_id, user_id, client.ip, client.user_agent,
        list(impersonator.amr), impersonator.id, impersonator.is_staff,
    )  # fmt: skip
    if expires_at is None:
        raise NoAccess(NO_ACCESS)
    token = resources[RefreshTokens].encode_token(session_id, 0)
    facts = _build_session_facts(candidate, impersonator, session_id, now, expires_at)
    return await issue_session_tokens(resources, facts, application, token, added=added)


def _build_session_facts(
    candidate: models.SignInCandidate,
    impersonator: models.Impersonator,
    session_id: UUID,
    auth_time: datetime,
    expires_at: datetime,
) -> SessionFacts:
    return SessionFacts.for_new_session(
        candidate, session_id=session_id, auth_time=auth_time, expires_at=expires_at,
        amr=impersonator.amr, impersonator_id=impersonator.id,
    )  # fmt: skip


async def _admit_impersonated_user(attempt: SignInAttempt) -> models.SignInCandidate:
    candidate, amr = await find_sign_in_candidate(attempt), attempt.proof.amr
    if candidate is None or candidate.tenant_id != attempt.context.tenant_id:
        raise NoAccess(NO_ACCESS)
    configuration = configuration_of(attempt.resources)
    may_enter_unverified = configuration.vendor.allow_not_verified_users_login
    if find_next_step(models.SignInFacts(candidate, amr, may_enter_unverified)) is not None:
        raise StepUpNeeded("This user has MFA. Confirm your identity with MFA first.")
    await require_tenant_admission(attempt.db, attempt.resources, candidate, attempt.client)
    return candidate
