"""Back-channel logout: a sign-out at the provider ends the sessions that began there (OpenID Connect
Back-Channel Logout 1.0)."""

from datetime import timedelta

from gatehouse.access.client import Client
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.identity.external import logout_token, sign_ins
from gatehouse.identity.external.errors import ProviderFault
from gatehouse.identity.external.logout_token import FRESH_SECONDS, LogoutToken
from gatehouse.identity.sessions.end_queries import END_OPENID_SESSIONS
from gatehouse.identity.sign_in.ip_location import place_of
from gatehouse.identity.sso.answers.service import remember_once
from gatehouse.identity.sso.connections.models import SsoConnection
from gatehouse.identity.sso.logout.errors import LogoutRefused
from gatehouse.identity.sso.logout.events import ProviderLogoutRefused, SignedOutByProvider
from gatehouse.identity.sso.openid_logout import queries
from gatehouse.identity.sso.sign_in.oidc import provider_of
from gatehouse.kit import clock
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources

# One provider sends the logout tokens of all its users from one address.
MESSAGES = RateLimit("openid.logout.ip", 1200, 5)
UNKNOWN = "This logout token was not believed"


async def end_sessions(resources: Resources, token: str, client: Client) -> None:
    """End the sessions that a logout token names; there may be none. Raises `LogoutRefused` when no
    connection's provider has signed the token for Gatehouse, or it was used before."""
    await resources[RateLimiter].hit(MESSAGES, place_of(client.ip))
    audiences, issuer = logout_token.said_in(token)
    ways: list[SsoConnection] = []
    if audiences:
        async with resources[Database].transaction(Scope.system()) as db:
            ways = await queries.BY_CLIENT.all(db, audiences, issuer)
    done = False
    for way in ways:
        read = await _verify_logout_token(resources, way, token, client)
        done |= read is not None and await _end_provider_session(resources, way, read, client)
    if not done:
        raise LogoutRefused(UNKNOWN)


async def page_after(resources: Resources, state: str, client: Client) -> str | None:
    """The page where the browser continues after a logout at the provider; None if no logout was started
    here."""
    await resources[RateLimiter].hit(MESSAGES, place_of(client.ip))
    async with resources[Database].transaction(Scope.system()) as db:
        provider = await sign_ins.provider_of(db, "oidc_logout", state)
        if provider is None:
            return None
        gone = await sign_ins.turn_back(db, "oidc_logout", provider, state)
        return gone.page if gone else None


async def _verify_logout_token(
    resources: Resources, way: SsoConnection, token: str, client: Client
) -> LogoutToken | None:
    try:
        provider = await provider_of(resources, way)
        return await logout_token.verify_logout_token(resources, provider, token)
    except ProviderFault as fault:
        event = ProviderLogoutRefused(way.tenant_id, way.id, fault.reason)
        async with resources[Database].transaction(Scope.system()) as db:
            await announce_event(db, event, by=by_person(None, "", client))
        return None


async def _end_provider_session(
    resources: Resources, way: SsoConnection, read: LogoutToken, client: Client
) -> bool:
    """End the sessions that a verified logout token names. Returns False for a replayed token."""
    now = clock.now()
    async with resources[Database].transaction(Scope.system()) as db:
        first = await remember_once(
            db, way.tenant_id, way.id, f"{read.issuer}\nlogout\n{read.id}",
            now + timedelta(seconds=2 * FRESH_SECONDS),
        )  # fmt: skip
        if not first:
            event = ProviderLogoutRefused(way.tenant_id, way.id, "replay")
            await announce_event(db, event, by=by_person(None, "", client))
            return False
        ended = await END_OPENID_SESSIONS.all(
            db, way.tenant_id, way.id, read.issuer, read.subject, read.sid, now
        )
        for session in ended:
            done = SignedOutByProvider(session.tenant_id, session.user_id, session.id, way.id)
            await announce_event(db, done, by=by_person(session.user_id, session.email, client))
    return True
