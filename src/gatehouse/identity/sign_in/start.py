"""Start a session. Used by the flow alone, so that every sign-in method passes its rules."""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.tokens import Claims
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_all
from gatehouse.identity.sessions.end_queries import END_LEFT_BELOW
from gatehouse.identity.sessions.models import LIMIT, SessionFacts, SignedIn
from gatehouse.identity.sessions.refresh_token import RefreshTokens
from gatehouse.identity.sessions.tokens import sign_in_answer
from gatehouse.identity.sign_in.events import (
    UserAuthenticated,
    UserAuthenticatedWithSaml,
    UserAuthenticatedWithSso,
)
from gatehouse.identity.sign_in.ip_location import KNOWN_FOR, place_of
from gatehouse.identity.sign_in.models import REMEMBERED, SAML, SINGLE_SIGN_ON, SignInCandidate
from gatehouse.identity.sign_in.queries import START_SESSION
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id, token_hash
from gatehouse.kit.db import Db
from gatehouse.kit.events import Event
from gatehouse.kit.jobs import enqueue
from gatehouse.kit.resources import Resources
from gatehouse.vendor.current import configuration_of


async def start_session(
    db: Db,
    resources: Resources,
    candidate: SignInCandidate,
    amr: tuple[str, ...],
    client: Client,
    added: Claims,
) -> SignedIn | None:
    """Start a session; None when access to the tenant was revoked since the user was looked up.

    Failure counts and known locations change here only, so that a password without MFA leaves no trace of
    success. `added` holds the claims of the vendor's prehook. Announces `UserAuthenticated`, and the events
    for SSO. Needs the system scope, and the user locked.
    """
    application = configuration_of(resources).for_people(client.application)
    now, session_id = clock.now(), new_id()
    started = await START_SESSION.first(
        db,
        candidate.tenant_id,
        now,
        LIMIT,
        candidate.user_id,
        session_id,
        client.ip,
        client.user_agent,
        application.refresh_token_seconds,
        token_hash(candidate.email),
        place_of(client.ip),
        now - KNOWN_FOR,
        list(amr),
        candidate.remembered_at if REMEMBERED in amr else None,
    )
    if started is None:
        return None
    if started.lost:
        await END_LEFT_BELOW.run(db, candidate.tenant_id, now, LIMIT, candidate.user_id)
    if started.is_new_place:
        await enqueue(db, "new_places.mail", user_id=candidate.user_id, session_id=session_id)
    events = _sign_in_events(candidate, session_id, amr, is_new_place=started.is_new_place)
    await announce_all(db, events, by=by_person(candidate.user_id, candidate.email, client))
    facts = SessionFacts.of_new_session(
        candidate, session_id=session_id, auth_time=now, expires_at=started.expires_at, amr=amr
    )
    token = resources[RefreshTokens].make(session_id, 0)
    return await sign_in_answer(resources, facts, application, token, added=added)


def _sign_in_events(
    candidate: SignInCandidate, session_id: UUID, amr: tuple[str, ...], *, is_new_place: bool
) -> list[Event]:
    who = (candidate.tenant_id, candidate.user_id, session_id)
    events: list[Event] = [UserAuthenticated(*who, list(amr), is_new_place)]
    if SINGLE_SIGN_ON in amr:
        events.append(UserAuthenticatedWithSso(*who))
    if SAML in amr:
        events.append(UserAuthenticatedWithSaml(*who))
    return events
