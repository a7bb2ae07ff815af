"""Authorization requests that wait for a sign-in, stored by the application's `state` and bound to the
browser in which they began."""

from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from gatehouse.identity.external.sign_ins import COOKIE_LASTS
from gatehouse.identity.oauth.errors import InvalidRequest
from gatehouse.identity.oauth.models import NamedSession
from gatehouse.kit import clock
from gatehouse.kit.crypto import derive_token, token_hash
from gatehouse.kit.db import Command, Db, Query
from gatehouse.kit.purge import declare_purge
from gatehouse.kit.rate_limit import RateLimit

BEGINS = RateLimit("oauth.prelogin.ip", 120, 5)
OVER = "state: no sign-in of this browser waits under it. Go back to the application"


@dataclass(frozen=True, slots=True)
class PendingAuthorization:
    """A stored request. `query` is the request. Once finished: the session, its tenant, and the code."""

    query: str
    session_id: UUID | None
    entering: UUID | None
    code_hash: bytes | None

    @property
    def finished_session(self) -> NamedSession | None:
        if self.session_id is None or self.entering is None:
            return None
        return NamedSession(self.session_id, self.entering)


KEEP = Command(
    """
    insert into pending_authorizations (state_hash, application_id, query, created_at, expires_at)
    values ($1, $2, $3, $4, $5)
    on conflict (state_hash) do update set application_id = $2, query = $3, session_id = null,
      entering = null, code_hash = null, created_at = $4, expires_at = $5
    """
)
FIND = Query(
    PendingAuthorization,
    """
    select query, session_id, entering, code_hash from pending_authorizations
    where state_hash = $1 and expires_at > $2 and session_id is null
    """,
)
FINISH = Query(
    bool,
    """
    update pending_authorizations set session_id = $3, entering = $4, code_hash = $5
    where state_hash = $1 and expires_at > $2 and session_id is null returning true as was_open
    """,
)
USE_UP = Query(
    PendingAuthorization,
    """
    delete from pending_authorizations where state_hash = $1 and expires_at > $2
    returning query, session_id, entering, code_hash
    """,
)
TAKE_BACK = Query(
    bool,
    """
    delete from authorization_codes where code_hash = $1 and used_at is null
    returning true as was_unused
    """,
)
EXPIRED_AUTHORIZATIONS = declare_purge(
    "pending_authorizations", timedelta(), key="state_hash", job="oauth.forget_pending_authorizations",
    cron="37 * * * *",
)  # fmt: skip


def _hash_pending_key(browser: str, state: str) -> bytes:
    """Hash of browser token and state. A browser without a token has no stored request, so the name matches
    no row."""
    return token_hash(derive_token(browser, b"authorization" + state.encode()))


async def save_pending_authorization(
    db: Db, browser: str, state: str, application_id: UUID, query: str
) -> None:
    """Store a request, replacing one with the same state. Needs the system scope."""
    now = clock.now()
    await KEEP.run(
        db, _hash_pending_key(browser, state), application_id, query, now, now + COOKIE_LASTS
    )


async def find_pending_authorization(db: Db, browser: str, state: str) -> PendingAuthorization:
    """Find an unfinished request. Raises `InvalidRequest` when there is none. Needs the system scope."""
    found = await FIND.first(db, _hash_pending_key(browser, state), clock.now())
    if found is None:
        raise InvalidRequest(OVER)
    return found


async def finish_pending_authorization(
    db: Db, browser: str, state: str, by: NamedSession, code: str | None
) -> None:
    """Finish a request once. Raises `InvalidRequest` when it is not pending. Needs the system scope."""
    code_hash = token_hash(code) if code else None
    name, now = _hash_pending_key(browser, state), clock.now()
    if not await FINISH.first(db, name, now, by.session_id, by.tenant_id, code_hash):
        raise InvalidRequest(OVER)


async def consume_pending_authorization(db: Db, browser: str, state: str) -> PendingAuthorization:
    """Use up a request and revoke its earlier code, so that it gives one code only. Raises `InvalidRequest`
    when that code was exchanged already. Needs the system scope."""
    found = await USE_UP.first(db, _hash_pending_key(browser, state), clock.now())
    if found is None or (found.code_hash and not await TAKE_BACK.first(db, found.code_hash)):
        raise InvalidRequest(OVER)
    return found
