"""Somebody signs out at their provider: their sessions that began there end here."""

from dataclasses import dataclass

from gatehouse.access.client import Client
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce
from gatehouse.identity.external import sign_ins
from gatehouse.identity.sessions.end_queries import END_SAML_SESSIONS
from gatehouse.identity.sign_in.places import place_of
from gatehouse.identity.sso.answers.service import remember_once
from gatehouse.identity.sso.connections import queries as connections
from gatehouse.identity.sso.connections.models import Connection
from gatehouse.identity.sso.connections.service import own_addresses
from gatehouse.identity.sso.logout import queries
from gatehouse.identity.sso.logout.deliver import Delivery
from gatehouse.identity.sso.logout.errors import LogoutRefused
from gatehouse.identity.sso.logout.events import ProviderLogoutRefused, SignedOutByProvider
from gatehouse.identity.sso.logout.incoming import Incoming, believed
from gatehouse.identity.sso.logout.ours import delivery, envelope
from gatehouse.identity.sso.logout.remember import name_id_keys
from gatehouse.identity.sso.saml import sending
from gatehouse.identity.sso.saml.logout import (
    LogoutRequest,
    check_response,
    read_request,
    response_of,
)
from gatehouse.identity.sso.saml.request import request_id_of
from gatehouse.identity.sso.saml.trace import CheckName, SamlRefused, Trace
from gatehouse.identity.sso.sign_in import queries as ways
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_token
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.rate_limit import Limit, RateLimiter
from gatehouse.kit.resources import Resources

MESSAGES = Limit("saml.logout.ip", 240, 5)
UNKNOWN = "This sign-out message was not believed. Sign out here."


@dataclass(frozen=True, slots=True)
class Believed:
    connection: Connection
    request: LogoutRequest


async def count(resources: Resources, client: Client) -> None:
    """Before a message is read, which anybody may send. `RateLimited`."""
    await resources[RateLimiter].hit(MESSAGES, place_of(client.ip))


async def end_sessions(resources: Resources, came: Incoming, client: Client) -> Delivery | None:
    """What the browser takes back to the provider, where that has an address for it. `LogoutRefused` where
    no connection's provider has sent it, or it comes a second time."""
    found = [
        one
        for connection in await _possible(resources, came)
        if (one := await _read(resources, came, connection, client))
    ]
    done = [one for one in found if await _end(resources, one, client)]
    if not done:
        raise LogoutRefused(UNKNOWN)
    answered = next((one for one in done if one.connection.slo_endpoint), None)
    if answered is None:
        return None
    written = envelope(resources, answered.connection, f"_{new_token()}")
    element = response_of(written, answered.request.id)
    return await delivery(
        resources, answered.connection, sending.RESPONSE, element, came.relay_state
    )


async def page_after(resources: Resources, came: Incoming, client: Client) -> str | None:
    """Where somebody goes on who signed out here and comes back from the provider; none where nobody went.
    What the provider says of it is only on record: here they are out already."""
    async with resources[Database].transaction(Scope.system()) as db:
        provider = await sign_ins.provider_of(db, "saml_logout", came.relay_state)
        if provider is None:
            return None
        gone = await sign_ins.turn_back(db, "saml_logout", provider, came.relay_state)
        way = await ways.BY_ID.first(db, provider)
        found = await connections.ONE.all(db, way.tenant_id, way.id) if way else []
    for connection in found:
        try:
            trace, now = Trace(), clock.now()
            element = await believed(came, connection, now, trace)
            request_id = request_id_of(came.relay_state)
            here = own_addresses(resources).slo_url
            check_response(element, connection.idp_entity_id, here, request_id, now, trace)
        except SamlRefused as refusal:
            await _note(resources, connection, refusal, client)
    return gone.page if gone else None


async def _possible(resources: Resources, came: Incoming) -> list[Connection]:
    issuer = came.issuer
    if not issuer:
        return []
    async with resources[Database].transaction(Scope.system()) as db:
        return await queries.BY_ISSUER.all(db, issuer)


async def _read(
    resources: Resources, came: Incoming, connection: Connection, client: Client
) -> Believed | None:
    trace, now = Trace(), clock.now()
    try:
        element = await believed(came, connection, now, trace)
        here = own_addresses(resources).slo_url
        return Believed(
            connection, read_request(element, connection.idp_entity_id, here, now, trace)
        )
    except SamlRefused as refusal:
        await _note(resources, connection, refusal, client)
        return None


async def _end(resources: Resources, one: Believed, client: Client) -> bool:
    """False where it came before: a sign-out of then ends nothing that began since."""
    connection, request = one.connection, one.request
    async with resources[Database].transaction(Scope.system()) as db:
        first = await remember_once(
            db, connection.tenant_id, connection.id, f"{request.issuer}\nlogout\n{request.id}",
            request.usable_until,
        )  # fmt: skip
        if not first:
            check = CheckName.REPLAY
            event = ProviderLogoutRefused(connection.tenant_id, connection.id, check)
            await announce(db, event, by=by_person(None, "", client))
            return False
        ended = await END_SAML_SESSIONS.all(
            db, connection.tenant_id, connection.id, request.issuer,
            name_id_keys(request.name_id, request.format), list(request.session_indexes), clock.now(),
        )  # fmt: skip
        for session in ended:
            done = SignedOutByProvider(
                session.tenant_id, session.user_id, session.id, connection.id
            )
            await announce(db, done, by=by_person(session.user_id, session.email, client))
    return True


async def _note(
    resources: Resources, connection: Connection, refusal: SamlRefused, client: Client
) -> None:
    event = ProviderLogoutRefused(connection.tenant_id, connection.id, refusal.check.name)
    async with resources[Database].transaction(Scope.system()) as db:
        await announce(db, event, by=by_person(None, "", client))
