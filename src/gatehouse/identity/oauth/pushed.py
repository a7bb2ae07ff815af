"""Pushed authorization requests: the application sends the request, and the browser only names it (RFC
9126)."""

from collections.abc import Mapping
from datetime import timedelta
from uuid import UUID

from starlette.datastructures import QueryParams

from gatehouse.identity.oauth.errors import InvalidRequest
from gatehouse.identity.oauth.models import PushedRequest
from gatehouse.identity.oauth.request import MOMENT, OURS
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_token, token_hash
from gatehouse.kit.db import Command, Db, Query
from gatehouse.kit.purge import declare_purge

URN = "urn:ietf:params:oauth:request_uri:"
LASTS = timedelta(minutes=5)
# Counted from the first visit, because signing in may require an email.
LASTS_IN_BROWSER = timedelta(hours=1)

ADD = Command(
    """
    insert into pushed_requests (request_hash, application_id, parameters, created_at, expires_at)
    values ($1, $2, $3, $4, $5)
    """
)
OPEN = Query(
    PushedRequest,
    """
    update pushed_requests set expires_at = greatest(expires_at, created_at + $3::interval)
    where request_hash = $1 and expires_at > $2
    returning application_id, parameters, created_at
    """,
)
USE_UP = Query(
    bool, "delete from pushed_requests where request_hash = $1 returning true as was_there"
)
declare_purge(
    "pushed_requests", timedelta(), key="request_hash", job="oauth.forget_pushed_requests",
    cron="23 * * * *",
)  # fmt: skip


async def save_pushed_request(
    db: Db, application_id: UUID, parameters: Mapping[str, str]
) -> tuple[str, int]:
    """Store a request. Returns its `request_uri` and lifetime in seconds. Needs the system scope."""
    uri, now = URN + new_token(), clock.now()
    await ADD.run(db, token_hash(uri), application_id, dict(parameters), now, now + LASTS)
    return uri, int(LASTS.total_seconds())


async def load_whole_request(db: Db, query: QueryParams) -> tuple[QueryParams, UUID | None]:
    """Load the complete request, and the application that pushed it, if any. From the browser's parameters
    only Gatehouse's own count, and no time before the request was pushed, so an earlier sign-in or consent
    does not satisfy it. Raises `InvalidRequest` when it has expired or was used. Needs the system scope."""
    uri = query.get("request_uri", "")
    if not uri.startswith(URN):
        return query, None
    pushed = await OPEN.first(db, token_hash(uri), clock.now(), LASTS_IN_BROWSER)
    if pushed is None:
        raise InvalidRequest(
            "request_uri has expired or was already used. Go back to the application."
        )
    pushed_at = int(pushed.created_at.timestamp())
    ours = [
        (name, str(max(int(value), pushed_at)) if MOMENT.fullmatch(value) else value)
        for name, value in query.multi_items()
        if name in OURS
    ]
    named = ("client_id", query.get("client_id", ""))
    kept = [pair for pair in pushed.parameters.items() if pair[0] != "client_id"]
    return QueryParams([named, *kept, *ours]), pushed.application_id


async def consume_pushed_request(db: Db, query: QueryParams) -> None:
    """Use up a pushed request, which gives one code. Raises `InvalidRequest` when it was used or has expired.
    Needs the system scope."""
    uri = query.get("request_uri", "")
    if uri.startswith(URN) and not await USE_UP.first(db, token_hash(uri)):
        raise InvalidRequest("request_uri was already used. Go back to the application.")
