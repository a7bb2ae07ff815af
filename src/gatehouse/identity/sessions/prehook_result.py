"""Claims that the vendor's prehook adds to a token before it is issued; no connection is held during the
call."""

from datetime import datetime
from typing import Final
from uuid import UUID, uuid4

from gatehouse.access.client import Client
from gatehouse.access.tokens import Claims
from gatehouse.identity.sessions.granted_scopes import EVERYTHING, GrantedScopes
from gatehouse.identity.sessions.models import SessionFacts, TokenFacts
from gatehouse.identity.sessions.tokens import claims_of
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.prehooks.client import call_prehook, is_asked, waits_for_nobody
from gatehouse.prehooks.errors import PrehookUnanswered
from gatehouse.prehooks.queries import PrehookQuestion
from gatehouse.vendor.applications import Application

EVENT: Final = "JWT_GENERATION"
# Claims that have no value yet when the prehook is called before the session exists.
NOT_YET = ("sid", "auth_time")


async def claims_asked_for(
    resources: Resources,
    facts: TokenFacts,
    application: Application,
    amr: list[str],
    client: Client,
    *,
    auth_time: datetime,
    impersonator_id: UUID | None = None,
    granted: GrantedScopes = EVERYTHING,
) -> Claims:
    """Ask the vendor's prehook for claims of a user's token; none without a prehook, and for a third-party
    application, which gets only what users consented to. Raises `PrehookBlocked` when it refuses, and
    `PrehookUnanswered` when it does not answer."""
    if not is_asked(resources, EVENT) or granted.scopes is not None:
        return {}
    claims = claims_of(facts, application, uuid4(), auth_time, amr, impersonator_id)
    told = {name: one for name, one in claims.items() if name not in NOT_YET}
    try:
        return await _ask_prehook(resources, told, client, facts.tenant_id, facts.user_id)
    except PrehookUnanswered:
        if await waits_for_nobody(resources, facts.user_id):
            return {}
        raise


async def claims_of_session(
    db: Db,
    resources: Resources,
    facts: SessionFacts,
    application: Application,
    client: Client,
    granted: GrantedScopes = EVERYTHING,
) -> Claims:
    """Ask the vendor's prehook for claims of an existing session's token. Commits the transaction so far.
    Raises what `claims_asked_for` raises."""
    if not is_asked(resources, EVENT) or granted.scopes is not None:
        return {}
    await db.pause()
    return await claims_asked_for(
        resources, facts, application, facts.amr, client, auth_time=facts.auth_time,
        impersonator_id=facts.impersonator_id, granted=granted,
    )  # fmt: skip


async def claims_of_api_token(
    resources: Resources, claims: Claims, client: Client, tenant_id: UUID, owner_id: UUID | None
) -> Claims:
    """Ask the vendor's prehook for claims of an API token. Raises what `claims_asked_for` raises."""
    if not is_asked(resources, EVENT):
        return {}
    return await _ask_prehook(resources, claims, client, tenant_id, owner_id)


async def _ask_prehook(
    resources: Resources, claims: Claims, client: Client, tenant_id: UUID, user_id: UUID | None
) -> Claims:
    question = PrehookQuestion(EVENT, {"claims": claims}, client, tenant_id, user_id)
    return dict((await call_prehook(resources, question)).response)
