"""IdP-initiated logout: a sign-out at the provider ends the sessions that began there."""

from dataclasses import dataclass

from gatehouse.access.client import Client
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.identity.external import sign_ins
from gatehouse.identity.sessions.end_queries import END_SAML_SESSIONS
from gatehouse.identity.sign_in.ip_location import place_of
from gatehouse.identity.sso.answers.service import remember_once
from gatehouse.identity.sso.connections.models import SsoConnection
from gatehouse.identity.sso.connections.service import own_addresses
from gatehouse.identity.sso.logout import queries
from gatehouse.identity.sso.logout.deliver import LogoutDelivery
from gatehouse.identity.sso.logout.errors import LogoutRefused
from gatehouse.identity.sso.logout.events import ProviderLogoutRefused, SignedOutByProvider
from gatehouse.identity.sso.logout.incoming import IncomingLogout, verify_incoming
from gatehouse.identity.sso.logout.saml_sessions import name_id_keys
from gatehouse.identity.sso.logout.sp_initiated import build_envelope, sign_delivery
from gatehouse.identity.sso.saml import sending
from gatehouse.identity.sso.saml.logout import (
    LogoutRequest,
    check_response,
    read_request,
    response_of,
)
from gatehouse.identity.sso.saml.request import request_id_of
from gatehouse.identity.sso.saml.trace import CheckName, CheckTrace, SamlRefused
from gatehouse.identity.sso.sign_in import queries as sign_in_queries
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_token
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources

MESSAGES = RateLimit("saml.logout.ip", 240, 5)
UNKNOWN = "This sign-out message was not believed. Sign out here."


@dataclass(frozen=True, slots=True)
class VerifiedLogout:
    connection: SsoConnection
    request: LogoutRequest


async def count_logout_message(resources: Resources, client: Client) -> None:
    """Limit the rate of unauthenticated logout messages before they are parsed. Raises `RateLimited`."""
    await resources[RateLimiter].hit(MESSAGES, place_of(client.ip))


async def end_sessions(
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
        raise LogoutRefused(UNKNOWN)
    answered = next((one for one in done if one.connection.slo_endpoint), None)
    if answered is None:
        return None
    written = build_envelope(resources, answered.connection, f"_{new_token()}")
    element = response_of(written, answered.request.id)
    return await sign_delivery(
        resources, answered.connection, sending.RESPONSE, element, came.relay_state
    )


async def page_after(resources: Resources, came: IncomingLogout, client: Client) -> str | None:
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
