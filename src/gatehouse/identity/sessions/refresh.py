"""A refresh token is exchanged for its successor and a new access token (RFC 9700 §4.14.2).

Each token is used once. Browser tabs race for it, so for `refresh_overlap_seconds` a used token
answers with the token that follows it; that token is derived from the used one and a stored nonce,
so neither the database nor the used token alone gives it away. Whoever comes later holds a copy: the
session ends, for both.
"""

import os
from datetime import datetime, timedelta
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.signing_keys import KeyRing
from gatehouse.audit.service import announce
from gatehouse.identity.sessions import queries
from gatehouse.identity.sessions.errors import AccessLost, RefreshTokenReused, SessionNotFound
from gatehouse.identity.sessions.models import LiveToken, SessionFacts, SignedIn
from gatehouse.identity.sessions.tokens import sign_in_answer
from gatehouse.kit import clock
from gatehouse.kit.crypto import derive_token, token_hash
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.kit.resources import Resources
from gatehouse.settings import Settings
from gatehouse.vendor.applications.models import Application
from gatehouse.vendor.current import configuration_of

NONCE_BYTES = 16
NO_SESSION = "Session not found"


async def refresh(
    resources: Resources, token: str, *, tenant_id: UUID | None, client: Client
) -> SignedIn:
    """The next tokens of the session; for `tenant_id` when the person belongs to it, otherwise for
    the session's own tenant. `SessionNotFound`, or `RefreshTokenReused`."""
    now = clock.now()
    application = configuration_of(resources).for_people(client.application)
    successor = derive_token(token, nonce := os.urandom(NONCE_BYTES))
    # A key that another process has made meanwhile; before a connection is taken.
    await resources[KeyRing].refresh()
    async with resources[Database].one_statement() as db:
        facts = await queries.ROTATE.first(
            db,
            token_hash(token),
            now,
            tenant_id,
            nonce,
            token_hash(successor),
            application.refresh_token_seconds,
        )
    if facts is None:
        async with resources[Database].transaction(Scope.system()) as db:
            used = await _used_before(db, token, now)
            successor = await _newest_after(db, resources, used, token, now, client)
            facts = await queries.FACTS_OF_SESSION.first(db, used.session_id, now, tenant_id)
    if facts is None:
        raise SessionNotFound(NO_SESSION)
    return _answer(resources, facts, application, successor)


async def _used_before(db: Db, token: str, now: datetime) -> LiveToken:
    """The token, when its session lives and somebody else has used it."""
    found = await queries.LIVE_TOKEN.first(db, token_hash(token), now)
    if found is None:
        raise SessionNotFound(NO_SESSION)
    if found.used_at is None:
        # Nothing but a membership was missing. A later one does not bring this session back.
        await _end(db, found, "no_access")
        raise AccessLost(NO_SESSION)
    return found


async def _newest_after(
    db: Db, resources: Resources, used: LiveToken, token: str, now: datetime, client: Client
) -> str:
    """The unused token at the end of the chain, while the overlap lasts: a slow answer to a racing
    tab must not put an already used token into the cookie jar that all tabs share."""
    overlap = timedelta(seconds=resources[Settings].refresh_overlap_seconds)
    if used.used_at is None or not overlap or now - used.used_at >= overlap:
        await _end_reused(db, used, client)
        raise RefreshTokenReused(NO_SESSION)
    recent = await queries.USED_SINCE.all(db, used.session_id, now - overlap)
    nonces = {row.token_hash: row.successor_nonce for row in recent}
    while nonce := nonces.get(token_hash(token)):
        token = derive_token(token, nonce)
    return token


async def _end(db: Db, token: LiveToken, reason: str) -> None:
    await queries.END_ONE.run(db, token.session_id, token.user_id, clock.now(), reason)


async def _end_reused(db: Db, used: LiveToken, client: Client) -> None:
    await _end(db, used, "refresh_token_reused")
    await announce(
        db,
        "session.refresh_token_reused",
        tenant_id=used.tenant_id,
        description="A used refresh token came back; the session has been ended",
        client=client,
        user_id=used.user_id,
        email=used.email,
        severity="High",
        session_id=used.session_id,
    )


def _answer(
    resources: Resources, facts: SessionFacts, application: Application, refresh_token: str
) -> SignedIn:
    return sign_in_answer(
        resources,
        facts,
        application,
        session_id=facts.session_id,
        refresh_token=refresh_token,
        auth_time=facts.auth_time,
        amr=facts.amr,
        session_expires_at=facts.expires_at,
    )
