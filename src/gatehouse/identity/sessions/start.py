"""Everything that signs a person in ends here."""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce
from gatehouse.identity.sessions import queries
from gatehouse.identity.sessions.errors import NotAMember
from gatehouse.identity.sessions.events import UserAuthenticated
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sessions.refresh_token import RefreshTokens
from gatehouse.identity.sessions.tokens import sign_in_answer
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.vendor.current import configuration_of


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
    application = configuration_of(resources).for_people(client.application)
    now = clock.now()
    facts = await queries.FACTS_TO_START.first(db, user_id, now, tenant_id)
    if facts is None:
        raise NotAMember("You do not have access to this account")
    session_id = new_id()
    expires_at = await queries.START.one(
        db, session_id, user_id, tenant_id, now, client.ip, client.user_agent, amr,
        application.refresh_token_seconds,
    )  # fmt: skip
    await queries.END_BEYOND_LIMIT.run(db, tenant_id, now, "concurrent_limit", user_id, session_id)
    event = UserAuthenticated(tenant_id, user_id, session_id, amr)
    await announce(db, event, by=by_person(user_id, facts.email, client))
    return sign_in_answer(
        resources,
        facts,
        application,
        session_id=session_id,
        refresh_token=resources[RefreshTokens].make(session_id, 0),
        auth_time=now,
        amr=amr,
        expires_at=expires_at,
        session_expires_at=expires_at,
    )
