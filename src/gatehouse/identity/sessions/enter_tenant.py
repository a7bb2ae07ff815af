"""Let a session enter another tenant of its user. That tenant's rules apply as at sign-in: the membership
must be active, and its session lifetime, limit of concurrent sessions and access restrictions hold."""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.errors import SessionEnded, TenantNotFound
from gatehouse.access.principal import Principal, PrincipalKind
from gatehouse.audit.service import announce_event
from gatehouse.directory.people.memberships import inherit_membership
from gatehouse.directory.users.queries import SET_DEFAULT_TENANT_IN_FORCE
from gatehouse.identity.sessions import end_queries, errors, queries
from gatehouse.identity.sessions.events import TenantSwitched
from gatehouse.identity.sessions.models import LIMIT, SessionFacts, SignedIn
from gatehouse.identity.sessions.queries import LACKING
from gatehouse.identity.sessions.tokens import fetch_session_claims, issue_session_tokens
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.policies.admission.service import require_admission
from gatehouse.vendor.applications import Application
from gatehouse.vendor.current import configuration_of

TOO_OLD = "This account requires a more recent sign-in. Sign in again."
ONE_FACTOR = "This account requires MFA. Confirm your identity, or sign in again."
REPLACE_IT = "This account requires a newer password. Change your password, or sign in again."
NO_COMPANY = "Your company requires single sign-on. Sign in with your company."


async def enter_tenant(
    db: Db,
    resources: Resources,
    session_id: UUID,
    user_id: UUID,
    tenant_id: UUID,
    application: Application,
    client: Client,
) -> SessionFacts:
    """Enter the tenant and return the session's token facts there.

    Raises `TenantNotFound` when the user is not a member, `SessionNotOfApplication` when the user may not use
    the requesting application there, `AdmissionRefused` when the tenant's restrictions refuse, `SessionEnded`
    when only a new session can enter, and `SecondFactorNeeded`, `SsoNeeded` or `PasswordTooOld` when the
    session began without what the tenant requires. Needs the system scope.
    """
    now = clock.now()
    await queries.LOCK_PERSON.run(db, user_id)
    entered = await queries.ENTER.first(db, session_id, now, tenant_id)
    if entered is None:
        raise TenantNotFound("The account was not found")
    if entered.expires_at:
        if await end_queries.END_BEYOND_LIMIT.one(db, tenant_id, now, LIMIT, user_id, session_id):
            await end_queries.END_LEFT_BELOW.run(db, tenant_id, now, LIMIT, user_id)
    elif not entered.was_inside:
        raise SessionEnded(TOO_OLD)
    is_new = entered.expires_at is not None
    lacking = await LACKING.first(db, session_id, tenant_id, now, is_new)
    if lacking is not None:
        raise _build_entry_refusal(lacking)
    if application.guarded and not await queries.ADMITS.one(db, application.id, tenant_id, user_id):
        raise errors.SessionNotOfApplication(
            "You do not have access to this application in this account"
        )
    facts = await queries.FACTS_OF_SESSION.first(
        db, session_id, now, tenant_id, application.guarded
    )
    if facts is None or facts.tenant_id != tenant_id:
        raise SessionEnded(TOO_OLD)
    await require_admission(db, resources, tenant_id, email=facts.email, address=client.ip)
    return facts


def _build_entry_refusal(lacking: str) -> errors.BeganOtherwise:
    match lacking:
        case "sso":
            return errors.SsoNeeded(NO_COMPANY)
        case "password":
            return errors.PasswordTooOld(REPLACE_IT)
    return errors.SecondFactorNeeded(ONE_FACTOR)


async def switch_tenant(db: Db, resources: Resources, caller: Principal, tenant_id: UUID) -> None:
    """Make this the tenant of the session where a request names none; for a backend, the tenant of the user's
    next session. The browser session of a page moves too, because the page gets a new session from it on each
    reload. Raises `TenantNotFound` when the user is not a member. Needs the system scope."""
    if caller.kind is PrincipalKind.BACKEND:
        if not await SET_DEFAULT_TENANT_IN_FORCE.first(db, caller.user_id, tenant_id, clock.now()):
            raise TenantNotFound("The account was not found")
        return
    await inherit_membership(db, caller, tenant_id)
    application = configuration_of(resources).get_first_party_application(caller.client.application)
    above = await queries.ABOVE.first(db, caller.session_id, clock.now())
    for session_id in filter(None, (above, caller.session_id)):
        await enter_tenant(
            db, resources, session_id, caller.user_id, tenant_id, application, caller.client
        )
        await queries.MOVE.run(db, session_id, caller.user_id, tenant_id)
    event = TenantSwitched(tenant_id, caller.tenant_id)
    await announce_event(db, event, by=caller.actor)


async def issue_token_for_tenant(
    db: Db, resources: Resources, caller: Principal, tenant_id: UUID
) -> SignedIn:
    """Issue an access token of this session for another tenant of its user, or for a sub-account that the
    user may enter, without a refresh token. Raises `PrehookBlocked` when the vendor's prehook refuses, and
    `PrehookUnanswered` when it does not answer. Needs the system scope."""
    application = configuration_of(resources).get_first_party_application(caller.client.application)
    await inherit_membership(db, caller, tenant_id)
    facts = await enter_tenant(
        db, resources, caller.session_id, caller.user_id, tenant_id, application, caller.client
    )
    added = await fetch_session_claims(resources, facts, application, caller.client, db=db)
    return await issue_session_tokens(resources, facts, application, "", added=added)
