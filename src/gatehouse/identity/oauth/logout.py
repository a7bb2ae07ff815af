"""Sign-out that an application requests (OpenID Connect RP-Initiated Logout 1.0)."""

from collections.abc import Sequence
from urllib.parse import urlencode
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.tokens import AccessTokens, Claims, InvalidToken
from gatehouse.identity.oauth import queries
from gatehouse.identity.oauth.clients import find_client, is_logout_uri_allowed
from gatehouse.identity.oauth.errors import InvalidRequest
from gatehouse.identity.oauth.request import verify_own_id_token
from gatehouse.identity.sessions import service
from gatehouse.identity.sessions.end_queries import END_GRANT
from gatehouse.identity.sessions.refresh_token import RefreshTokens
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.vendor.applications import Application
from gatehouse.vendor.current import configuration_of


async def read_logout_hint(resources: Resources, hint: str) -> Claims | None:
    """Read the claims of the id token hint, even an expired one; None without a hint. Raises `InvalidRequest`
    when it is not an id token of a session."""
    if not hint:
        return None
    try:
        claims = await verify_own_id_token(resources, hint)
    except InvalidToken:
        raise InvalidRequest("id_token_hint is not a token of this server") from None
    if "sid" not in claims:
        raise InvalidRequest("id_token_hint does not belong to a session")
    return claims


async def needs_sign_out_confirmation(
    db: Db, resources: Resources, cookies: Sequence[str], hint: Claims | None
) -> bool:
    """Whether the user must confirm: these refresh cookies belong to a user that the hint does not name.
    Needs the system scope."""
    people = await queries.PEOPLE_OF.all(
        db, _read_sessions_of_cookies(resources, cookies), clock.now()
    )
    return any(hint is None or str(person) != hint["sub"] for person in people)


async def sign_out_browser(
    db: Db, resources: Resources, cookies: Sequence[str], hint: Claims | None, client: Client
) -> None:
    """End the browser's session and those of the applications that it gave. Needs the system scope."""
    await service.sign_out(db, resources, cookies, await _find_session_of_hint(db, hint), client)


async def sign_out_by_application_cookies(
    db: Db, resources: Resources, cookies: Sequence[str], client: Client
) -> None:
    """End browser sessions by cookies that may hold refresh tokens of applications. Needs the system
    scope."""
    for session_id in _read_sessions_of_cookies(resources, cookies):
        parent_id = await queries.PARENT_OF.first(db, session_id)
        await service.sign_out(db, resources, cookies, parent_id, client)


async def list_ending_sessions(
    db: Db, resources: Resources, cookies: Sequence[str], hint: Claims | None
) -> list[UUID]:
    """List the sessions that this sign-out ends. Needs the system scope."""
    hinted = await _find_session_of_hint(db, hint)
    return [*_read_sessions_of_cookies(resources, cookies), *([hinted] if hinted else [])]


async def _find_session_of_hint(db: Db, hint: Claims | None) -> UUID | None:
    session_id = UUID(hint["sid"]) if hint else None
    parent_id = await queries.PARENT_OF.first(db, session_id) if session_id else None
    return parent_id or session_id


def _read_sessions_of_cookies(resources: Resources, cookies: Sequence[str]) -> list[UUID]:
    named = [resources[RefreshTokens].parse_token(cookie) for cookie in cookies]
    return [one[0] for one in named if one]


async def revoke_token(db: Db, resources: Resources, token: str, client_id: str) -> None:
    """End the session of a refresh token or access token of an application (RFC 7009); any other text changes
    nothing. Needs the system scope."""
    session_id = await _read_session_of_token(resources, token)
    owner = await queries.OWNER_OF.first(db, session_id) if session_id else None
    if session_id is None or owner is None:
        return
    application = find_client(resources, client_id) if client_id else None
    if client_id and (application is None or application.id != owner.application_id):
        return
    await END_GRANT.run(db, session_id, clock.now(), "revoked")


async def _read_session_of_token(resources: Resources, token: str) -> UUID | None:
    named = resources[RefreshTokens].parse_token(token)
    if named:
        return named[0]
    try:
        audiences = configuration_of(resources).audiences
        claims = await resources[AccessTokens].verify(token, audiences=audiences)
    except InvalidToken:
        return None
    return UUID(claims["sid"]) if "sid" in claims else None


def build_post_logout_address(
    resources: Resources, application: Application, wanted: str, state: str
) -> str | None:
    """Build the address to go to after sign-out; None when none was requested. Raises `InvalidRequest` when
    the address is not allowed for the application."""
    if not wanted:
        return None
    if not is_logout_uri_allowed(resources, application, wanted):
        raise InvalidRequest("post_logout_redirect_uri is not registered for this client")
    if not state:
        return wanted
    page, mark, place = wanted.partition("#")
    return f"{page}{'&' if '?' in page else '?'}{urlencode({'state': state})}{mark}{place}"
