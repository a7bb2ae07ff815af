from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.errors import StepUpNeeded
from gatehouse.access.tokens import Claims
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sessions.queries import START_IMPERSONATED_SESSION
from gatehouse.identity.sessions.refresh_token import RefreshTokens
from gatehouse.identity.sessions.tokens import TOKEN_PREHOOK, claims_asked_for, sign_in_answer
from gatehouse.identity.sign_in.errors import NoAccess
from gatehouse.identity.sign_in.flow import admit_entrant, entrant_of
from gatehouse.identity.sign_in.models import (
    AuthenticationResult,
    Impersonator,
    SignInCandidate,
    SignInContext,
    SignInFacts,
)
from gatehouse.identity.sign_in.rules import next_step
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.prehooks.client import is_asked
from gatehouse.vendor.current import configuration_of

NO_ACCESS = "This person does not have access to the account"


async def start_impersonation(
    db: Db,
    resources: Resources,
    user_id: UUID,
    tenant_id: UUID,
    impersonator: Impersonator,
    client: Client,
) -> SignedIn:
    """Start an impersonation session by the rules of every sign-in; the impersonator must have completed the
    MFA that they require of the user.

    Raises `NoAccess`, `NotOfApplication`, `EmailNotVerified` or `AdmissionRefused` when the user could not
    sign in, and `StepUpNeeded` when the impersonator must complete MFA first. The vendor's token prehook is
    called, the sign-in prehook is not; raises `PrehookBlocked` when it refuses, and `PrehookUnanswered` when
    it does not answer. Needs the system scope.
    """
    entrant = await _check_admission(db, resources, user_id, tenant_id, impersonator, client)
    added: Claims = {}
    if is_asked(resources, TOKEN_PREHOOK):
        await db.pause()
        application = configuration_of(resources).for_people(client.application)
        amr, now = list(impersonator.amr), clock.now()
        added = await claims_asked_for(
            resources, entrant, application, amr, client, auth_time=now,
            impersonator_id=impersonator.id,
        )  # fmt: skip
        entrant = await _check_admission(db, resources, user_id, tenant_id, impersonator, client)
    return await _start_impersonated_session(db, resources, entrant, impersonator, client, added)


async def _check_admission(
    db: Db,
    resources: Resources,
    user_id: UUID,
    tenant_id: UUID,
    impersonator: Impersonator,
    client: Client,
) -> SignInCandidate:
    proof = AuthenticationResult(user_id, impersonator.email, impersonator.amr)
    application = configuration_of(resources).for_people(client.application)
    entrant = await entrant_of(db, proof, SignInContext(tenant_id=tenant_id), application)
    if entrant is None or entrant.tenant_id != tenant_id:
        raise NoAccess(NO_ACCESS)
    may_enter_unverified = configuration_of(resources).vendor.allow_not_verified_users_login
    if next_step(SignInFacts(entrant, impersonator.amr, may_enter_unverified)) is not None:
        raise StepUpNeeded("This person shows a second factor. Show yours first.")
    await admit_entrant(db, resources, entrant, client)
    return entrant


async def _start_impersonated_session(
    db: Db,
    resources: Resources,
    entrant: SignInCandidate,
    impersonator: Impersonator,
    client: Client,
    added: Claims,
) -> SignedIn:
    application = configuration_of(resources).for_people(client.application)
    now, session_id = clock.now(), new_id()
    expires_at = await START_IMPERSONATED_SESSION.first(
        db,
        entrant.tenant_id,
        now,
        session_id,
        entrant.user_id,
        client.ip,
        client.user_agent,
        list(impersonator.amr),
        impersonator.id,
        impersonator.is_staff,
    )
    if expires_at is None:
        raise NoAccess(NO_ACCESS)
    return await sign_in_answer(
        resources,
        entrant,
        application,
        session_id=session_id,
        refresh_token=resources[RefreshTokens].make(session_id, 0),
        auth_time=now,
        amr=list(impersonator.amr),
        expires_at=expires_at,
        session_expires_at=expires_at,
        impersonator_id=impersonator.id,
        added=added,
    )
