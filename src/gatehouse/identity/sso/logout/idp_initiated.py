"""IdP-initiated logout: a sign-out at the provider ends the sessions that began there (SAML single logout,
OpenID Connect Back-Channel Logout 1.0)."""

import asyncio
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from cryptography import x509

from gatehouse.access.client import Client
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.identity.external import logout_token, sign_ins
from gatehouse.identity.external.errors import ProviderFault
from gatehouse.identity.external.logout_token import FRESH_SECONDS, LogoutToken
from gatehouse.identity.sessions.end_queries import END_OPENID_SESSIONS, END_SAML_SESSIONS
from gatehouse.identity.sessions.models import EndedSession
from gatehouse.identity.sign_in.ip_location import get_ip_network
from gatehouse.identity.sso.connections.models import SsoConnection
from gatehouse.identity.sso.connections.service import get_service_provider_addresses
from gatehouse.identity.sso.errors import LogoutRefused
from gatehouse.identity.sso.events import ProviderLogoutRefused, SignedOutByProvider
from gatehouse.identity.sso.logout import queries
from gatehouse.identity.sso.logout.sessions import list_name_id_spellings
from gatehouse.identity.sso.logout.sp_initiated import (
    LogoutDelivery,
    build_logout_envelope,
    sign_logout_message,
)
from gatehouse.identity.sso.saml import sending, signature, xml
from gatehouse.identity.sso.saml.logout import (
    LOGOUT_REQUEST,
    LOGOUT_RESPONSE,
    LogoutRequest,
    build_logout_response,
    check_logout_response,
    check_logout_structure,
    read_logout_request,
)
from gatehouse.identity.sso.saml.query import (
    QueryRefused,
    SignedQuery,
    parse_signed_query,
    verify_query,
)
from gatehouse.identity.sso.saml.response import decode_saml_message
from gatehouse.identity.sso.saml.sending import REQUEST, derive_request_id
from gatehouse.identity.sso.saml.trace import CheckName, CheckTrace, SamlRefused
from gatehouse.identity.sso.saml.xml import Element
from gatehouse.identity.sso.sign_in import queries as sign_in_queries
from gatehouse.identity.sso.sign_in.oidc import load_oidc_provider
from gatehouse.identity.sso.sign_in.saml_responses import record_first_use
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_token
from gatehouse.kit.db import Database, Query, Scope
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources

SAML_MESSAGES = RateLimit("saml.logout.ip", 240, 5)
MESSAGE_REFUSED = "This sign-out message could not be verified. Sign out here."
# One provider sends the logout tokens of all its users from one address.
OPENID_MESSAGES = RateLimit("openid.logout.ip", 1200, 5)
REFUSED_TOKEN = "This logout token could not be verified"  # noqa: S105  a text
SIGN_OUT_AGAIN = "Sign out again."


@dataclass(frozen=True, slots=True)
class IncomingLogout:
    """`query` is set for messages in a redirect address, where the query is signed instead of the XML."""

    kind: str
    root: Element
    relay_state: str
    query: SignedQuery | None

    @property
    def unverified_issuer(self) -> str | None:
        """The issuer that the message names; not verified."""
        return xml.read_element_text(xml.find_element(self.root, "saml:Issuer"))

    @property
    def is_request(self) -> bool:
        return self.kind == REQUEST


def parse_logout_query(text: bytes) -> IncomingLogout:
    """Parse a logout message from a query. Raises `SamlRefused` when it cannot be read."""
    try:
        query = parse_signed_query(text)
        root = xml.parse_xml(query.text)
    except (QueryRefused, xml.XmlRefused) as refused:
        raise CheckTrace().record_failed(
            CheckName.MESSAGE, str(refused), mend=SIGN_OUT_AGAIN
        ) from None
    return _require_logout_message(IncomingLogout(query.kind, root, query.relay_state, query))


def parse_logout_form(kind: str, message: str, relay_state: str) -> IncomingLogout:
    """Parse a logout message from a form. Raises `SamlRefused` when it cannot be read."""
    return _require_logout_message(
        IncomingLogout(kind, decode_saml_message(message, CheckTrace()), relay_state, None)
    )


def _require_logout_message(found: IncomingLogout) -> IncomingLogout:
    name = LOGOUT_REQUEST if found.is_request else LOGOUT_RESPONSE
    check_logout_structure(found.root, name, CheckTrace())
    return found


async def verify_logout_message(
    found: IncomingLogout, connection: SsoConnection, now: datetime, trace: CheckTrace
) -> Element:
    """Return the element that the connection's provider signed. Raises `SamlRefused` when the signature is
    not valid."""
    pinned = [
        x509.load_pem_x509_certificate(one["pem"].encode()) for one in connection.certificates
    ]
    return await asyncio.to_thread(_verify_logout_signature, found, pinned, now, trace)


def _verify_logout_signature(
    found: IncomingLogout, pinned: list[x509.Certificate], now: datetime, trace: CheckTrace
) -> Element:
    if found.query is not None:
        verify_query(found.query, pinned, now, trace)
        return found.root
    if signature.find_signature(found.root) is None:
        raise trace.record_failed(
            CheckName.SIGNATURE, "The message is not signed", mend=SIGN_OUT_AGAIN
        )
    return signature.verify_signature(found.root, pinned, now, trace)


async def limit_logout_messages(resources: Resources, client: Client) -> None:
    """Limit the rate of unauthenticated logout messages before they are parsed. Raises `RateLimited`."""
    await resources[RateLimiter].hit(SAML_MESSAGES, get_ip_network(client.ip))


async def end_saml_sessions(
    resources: Resources, came: IncomingLogout, client: Client
) -> LogoutDelivery | None:
    """End the sessions that a logout request names. Returns the response for the provider if the provider has
    a logout endpoint. Raises `LogoutRefused` when no connection's provider has signed the request, or it was
    used before."""
    done: list[tuple[SsoConnection, LogoutRequest]] = []
    for connection in await _list_connections_of_issuer(resources, came):
        request = await _verify_logout_request(resources, came, connection, client)
        if request and await _end_sessions_of_logout_request(
            resources, connection, request, client
        ):
            done.append((connection, request))
    if not done:
        raise LogoutRefused(MESSAGE_REFUSED)
    for connection, request in done:
        if connection.slo_endpoint:
            envelope = build_logout_envelope(resources, connection, f"_{new_token()}")
            element = build_logout_response(envelope, request.id)
            return await sign_logout_message(
                resources, connection, sending.RESPONSE, element, came.relay_state
            )
    return None


async def finish_saml_logout(
    resources: Resources, came: IncomingLogout, client: Client
) -> str | None:
    """The page where the browser continues after a logout at the provider; None if no logout was started
    here. An invalid response is only recorded, because the sessions here have already ended."""
    async with resources[Database].transaction(Scope.system()) as db:
        provider = await sign_ins.find_pending_provider(db, "saml_logout", came.relay_state)
        if provider is None:
            return None
        gone = await sign_ins.end_sign_in_without_code(
            db, "saml_logout", provider, came.relay_state
        )
        found = await sign_in_queries.BY_ID.all(db, provider)
    for connection in found:
        try:
            trace, now = CheckTrace(), clock.now()
            element = await verify_logout_message(came, connection, now, trace)
            request_id = derive_request_id(came.relay_state)
            here = get_service_provider_addresses(resources).slo_url
            check_logout_response(element, connection.idp_entity_id, here, request_id, now, trace)
        except SamlRefused as refusal:
            await _announce_refused_logout(resources, connection, refusal.check.name, client)
    return gone.page if gone else None


async def _list_connections_of_issuer(
    resources: Resources, came: IncomingLogout
) -> list[SsoConnection]:
    issuer = came.unverified_issuer
    if not issuer:
        return []
    async with resources[Database].transaction(Scope.system()) as db:
        return await queries.BY_ISSUER.all(db, issuer)


async def _verify_logout_request(
    resources: Resources, came: IncomingLogout, connection: SsoConnection, client: Client
) -> LogoutRequest | None:
    trace, now = CheckTrace(), clock.now()
    try:
        element = await verify_logout_message(came, connection, now, trace)
        here = get_service_provider_addresses(resources).slo_url
        return read_logout_request(element, connection.idp_entity_id, here, now, trace)
    except SamlRefused as refusal:
        await _announce_refused_logout(resources, connection, refusal.check.name, client)
        return None


async def _end_sessions_of_logout_request(
    resources: Resources, connection: SsoConnection, request: LogoutRequest, client: Client
) -> bool:
    """End the sessions of a verified logout request. Returns False for a replayed request."""
    names = list_name_id_spellings(request.name_id, request.format)
    return await _end_sessions_once(
        resources, connection, request.issuer, request.id, request.usable_until, client,
        END_SAML_SESSIONS, names, list(request.session_indexes),
    )  # fmt: skip


async def _end_sessions_once(
    resources: Resources,
    connection: SsoConnection,
    issuer: str,
    message_id: str,
    until: datetime,
    client: Client,
    ending: Query[EndedSession],
    *named: Any,
) -> bool:
    """End the sessions that a message names, by the statement `ending`. Returns False for a message that was
    used before: it must not end sessions that began later."""
    tenant_id, message = connection.tenant_id, f"{issuer}\nlogout\n{message_id}"
    async with resources[Database].transaction(Scope.system()) as db:
        if not await record_first_use(db, tenant_id, connection.id, message, until):
            event = ProviderLogoutRefused(tenant_id, connection.id, CheckName.REPLAY)
            await announce_event(db, event, by=by_person(None, "", client))
            return False
        ended = await ending.all(db, tenant_id, connection.id, issuer, *named, clock.now())
        for session in ended:
            done = SignedOutByProvider(
                session.tenant_id, session.user_id, session.id, connection.id
            )
            await announce_event(db, done, by=by_person(session.user_id, session.email, client))
    return True


async def _announce_refused_logout(
    resources: Resources, connection: SsoConnection, check: str, client: Client
) -> None:
    event = ProviderLogoutRefused(connection.tenant_id, connection.id, check)
    async with resources[Database].transaction(Scope.system()) as db:
        await announce_event(db, event, by=by_person(None, "", client))


async def end_openid_sessions(resources: Resources, token: str, client: Client) -> None:
    """End the sessions that a logout token names; there may be none. Raises `LogoutRefused` when no
    connection's provider has signed the token for Gatehouse, or it was used before."""
    await resources[RateLimiter].hit(OPENID_MESSAGES, get_ip_network(client.ip))
    audiences, issuer = logout_token.read_unverified_parties(token)
    ways: list[SsoConnection] = []
    if audiences:
        async with resources[Database].transaction(Scope.system()) as db:
            ways = await queries.BY_CLIENT.all(db, audiences, issuer)
    done = False
    for way in ways:
        read = await _verify_logout_token(resources, way, token, client)
        done |= read is not None and await _end_sessions_of_logout_token(
            resources, way, read, client
        )
    if not done:
        raise LogoutRefused(REFUSED_TOKEN)


async def finish_openid_logout(resources: Resources, state: str, client: Client) -> str | None:
    """The page where the browser continues after a logout at the provider; None if no logout was started
    here."""
    await resources[RateLimiter].hit(OPENID_MESSAGES, get_ip_network(client.ip))
    async with resources[Database].transaction(Scope.system()) as db:
        provider = await sign_ins.find_pending_provider(db, "oidc_logout", state)
        if provider is None:
            return None
        gone = await sign_ins.end_sign_in_without_code(db, "oidc_logout", provider, state)
        return gone.page if gone else None


async def _verify_logout_token(
    resources: Resources, way: SsoConnection, token: str, client: Client
) -> LogoutToken | None:
    try:
        provider = await load_oidc_provider(resources, way)
        return await logout_token.verify_logout_token(resources, provider, token)
    except ProviderFault as fault:
        await _announce_refused_logout(resources, way, fault.reason, client)
        return None


async def _end_sessions_of_logout_token(
    resources: Resources, way: SsoConnection, read: LogoutToken, client: Client
) -> bool:
    """End the sessions that a verified logout token names. Returns False for a replayed token."""
    until = clock.now() + timedelta(seconds=2 * FRESH_SECONDS)
    return await _end_sessions_once(
        resources,
        way,
        read.issuer,
        read.id,
        until,
        client,
        END_OPENID_SESSIONS,
        read.subject,
        read.sid,
    )
