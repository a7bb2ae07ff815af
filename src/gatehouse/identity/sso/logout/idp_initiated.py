"""IdP-initiated logout: a sign-out at the provider ends the sessions that began there (SAML single logout,
OpenID Connect Back-Channel Logout 1.0)."""

from dataclasses import dataclass
from datetime import timedelta

from gatehouse.access.client import Client
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.identity.external import logout_token, sign_ins
from gatehouse.identity.external.errors import ProviderFault
from gatehouse.identity.external.logout_token import FRESH_SECONDS, LogoutToken
from gatehouse.identity.sessions.end_queries import END_OPENID_SESSIONS, END_SAML_SESSIONS
from gatehouse.identity.sign_in.ip_location import place_of
from gatehouse.identity.sso.connections.models import SsoConnection
from gatehouse.identity.sso.connections.service import own_addresses
from gatehouse.identity.sso.errors import LogoutRefused
from gatehouse.identity.sso.events import ProviderLogoutRefused, SignedOutByProvider
from gatehouse.identity.sso.logout import queries
from gatehouse.identity.sso.logout.incoming import IncomingLogout, verify_incoming
from gatehouse.identity.sso.logout.sessions import name_id_keys
from gatehouse.identity.sso.logout.sp_initiated import LogoutDelivery, build_envelope, sign_delivery
from gatehouse.identity.sso.saml import sending
from gatehouse.identity.sso.saml.logout import (
    LogoutRequest,
    check_response,
    read_request,
    response_of,
)
from gatehouse.identity.sso.saml.sending import request_id_of
from gatehouse.identity.sso.saml.trace import CheckName, CheckTrace, SamlRefused
from gatehouse.identity.sso.sign_in import queries as sign_in_queries
from gatehouse.identity.sso.sign_in.oidc import provider_of
from gatehouse.identity.sso.sign_in.saml_responses import remember_once
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_token
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources

SAML_MESSAGES = RateLimit("saml.logout.ip", 240, 5)
MESSAGE_REFUSED = "This sign-out message was not believed. Sign out here."


@dataclass(frozen=True, slots=True)
class VerifiedLogout:
    connection: SsoConnection
    request: LogoutRequest


async def count_logout_message(resources: Resources, client: Client) -> None:
    """Limit the rate of unauthenticated logout messages before they are parsed. Raises `RateLimited`."""
    await resources[RateLimiter].hit(SAML_MESSAGES, place_of(client.ip))


async def end_saml_sessions(
    resources: Resources, came: IncomingLogout, client: Client
) -> LogoutDelivery | None:
    """End the sessions that a logout request names. Returns the response for the provider if the provider has
    a logout endpoint. Raises `LogoutRefused` when no connection's provider has signed the request, or it was
    used before."""
    found = [
        one
        for connection in await _possible_connections(resources, came)
        if (one := await _verify_logout_request(resources, came, connection, client))
    ]
    done = [one for one in found if await _end_idp_session(resources, one, client)]
    if not done:
        raise LogoutRefused(MESSAGE_REFUSED)
    answered = next((one for one in done if one.connection.slo_endpoint), None)
    if answered is None:
        return None
    written = build_envelope(resources, answered.connection, f"_{new_token()}")
    element = response_of(written, answered.request.id)
    return await sign_delivery(
        resources, answered.connection, sending.RESPONSE, element, came.relay_state
    )


async def page_after_saml_logout(
    resources: Resources, came: IncomingLogout, client: Client
) -> str | None:
    """The page where the browser continues after a logout at the provider; None if no logout was started
    here. An invalid response is only recorded, because the sessions here have already ended."""
    async with resources[Database].transaction(Scope.system()) as db:
        provider = await sign_ins.provider_of(db, "saml_logout", came.relay_state)
        if provider is None:
            return None
        gone = await sign_ins.turn_back(db, "saml_logout", provider, came.relay_state)
        found = await sign_in_queries.BY_ID.all(db, provider)
    for connection in found:
        try:
            trace, now = CheckTrace(), clock.now()
            element = await verify_incoming(came, connection, now, trace)
            request_id = request_id_of(came.relay_state)
            here = own_addresses(resources).slo_url
            check_response(element, connection.idp_entity_id, here, request_id, now, trace)
        except SamlRefused as refusal:
            await _record_refusal(resources, connection, refusal, client)
    return gone.page if gone else None


async def _possible_connections(resources: Resources, came: IncomingLogout) -> list[SsoConnection]:
    issuer = came.issuer
    if not issuer:
        return []
    async with resources[Database].transaction(Scope.system()) as db:
        return await queries.BY_ISSUER.all(db, issuer)


async def _verify_logout_request(
    resources: Resources, came: IncomingLogout, connection: SsoConnection, client: Client
) -> VerifiedLogout | None:
    trace, now = CheckTrace(), clock.now()
    try:
        element = await verify_incoming(came, connection, now, trace)
        here = own_addresses(resources).slo_url
        return VerifiedLogout(
            connection, read_request(element, connection.idp_entity_id, here, now, trace)
        )
    except SamlRefused as refusal:
        await _record_refusal(resources, connection, refusal, client)
        return None


async def _end_idp_session(resources: Resources, one: VerifiedLogout, client: Client) -> bool:
    """End the sessions of a verified logout request. Returns False for a replayed request, which must not end
    sessions that began later."""
    connection, request = one.connection, one.request
    async with resources[Database].transaction(Scope.system()) as db:
        first = await remember_once(
            db, connection.tenant_id, connection.id, f"{request.issuer}\nlogout\n{request.id}",
            request.usable_until,
        )  # fmt: skip
        if not first:
            check = CheckName.REPLAY
            event = ProviderLogoutRefused(connection.tenant_id, connection.id, check)
            await announce_event(db, event, by=by_person(None, "", client))
            return False
        ended = await END_SAML_SESSIONS.all(
            db, connection.tenant_id, connection.id, request.issuer,
            name_id_keys(request.name_id, request.format), list(request.session_indexes), clock.now(),
        )  # fmt: skip
        for session in ended:
            done = SignedOutByProvider(
                session.tenant_id, session.user_id, session.id, connection.id
            )
            await announce_event(db, done, by=by_person(session.user_id, session.email, client))
    return True


async def _record_refusal(
    resources: Resources, connection: SsoConnection, refusal: SamlRefused, client: Client
) -> None:
    event = ProviderLogoutRefused(connection.tenant_id, connection.id, refusal.check.name)
    async with resources[Database].transaction(Scope.system()) as db:
        await announce_event(db, event, by=by_person(None, "", client))


# One provider sends the logout tokens of all its users from one address.
OPENID_MESSAGES = RateLimit("openid.logout.ip", 1200, 5)
TOKEN_REFUSED = "This logout token was not believed"


async def end_openid_sessions(resources: Resources, token: str, client: Client) -> None:
    """End the sessions that a logout token names; there may be none. Raises `LogoutRefused` when no
    connection's provider has signed the token for Gatehouse, or it was used before."""
    await resources[RateLimiter].hit(OPENID_MESSAGES, place_of(client.ip))
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
        raise LogoutRefused(TOKEN_REFUSED)


async def page_after_openid_logout(resources: Resources, state: str, client: Client) -> str | None:
    """The page where the browser continues after a logout at the provider; None if no logout was started
    here."""
    await resources[RateLimiter].hit(OPENID_MESSAGES, place_of(client.ip))
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
