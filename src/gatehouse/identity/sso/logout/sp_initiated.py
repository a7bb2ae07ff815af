"""Somebody signs out here: their provider is told by the browser, which comes back afterwards."""

from collections.abc import Sequence
from uuid import UUID

from gatehouse.identity.external import sign_ins
from gatehouse.identity.sso.connections import queries as connections
from gatehouse.identity.sso.connections.models import SsoConnection
from gatehouse.identity.sso.connections.service import own_addresses
from gatehouse.identity.sso.logout import queries
from gatehouse.identity.sso.logout.deliver import LogoutDelivery
from gatehouse.identity.sso.logout.models import SamlSessionToSignOut
from gatehouse.identity.sso.own_key.service import own_keys
from gatehouse.identity.sso.saml import sending
from gatehouse.identity.sso.saml.logout import LogoutEnvelope, LogoutSubject, request_of
from gatehouse.identity.sso.saml.request import request_id_of
from gatehouse.identity.sso.saml.xml import Element
from gatehouse.kit import clock
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.kit.resources import Resources


async def find_sessions_to_sign_out(
    db: Db, sessions: Sequence[UUID]
) -> SamlSessionToSignOut | None:
    """Who is to be signed out at a provider as well, while their session still lives. Needs the system
    scope."""
    return await queries.LEAVING.first(db, list(sessions), clock.now())


async def build_logout_request(
    resources: Resources, who: SamlSessionToSignOut, page: str
) -> LogoutDelivery:
    """What the browser takes to the provider; it goes on to `page` when it comes back. Nothing may be
    held."""
    async with resources[Database].transaction(Scope.system()) as db:
        connection = await connections.ONE.one(db, who.tenant_id, who.connection_id)
        begun = await sign_ins.begin_external_sign_in(
            db,
            kind="saml_logout",
            provider=str(connection.id),
            browser="",
            redirect_uri=own_addresses(resources).slo_url,
            page=page,
        )
    request_id = request_id_of(begun.state)
    element = request_of(
        build_envelope(resources, connection, request_id), LogoutSubject(**who.subject)
    )
    return await sign_delivery(resources, connection, sending.REQUEST, element, begun.state)


def build_envelope(
    resources: Resources, connection: SsoConnection, message_id: str
) -> LogoutEnvelope:
    return LogoutEnvelope(
        id=message_id,
        destination=connection.slo_endpoint,
        issuer=connection.audience or own_addresses(resources).sp_entity_id,
        at=clock.now(),
    )


async def sign_delivery(
    resources: Resources, connection: SsoConnection, kind: str, element: Element, relay_state: str
) -> LogoutDelivery:
    """Always signed: nobody ends a session on a word that anybody may have said."""
    key = (await own_keys(resources))[0]
    address = connection.slo_endpoint
    if connection.slo_by_post:
        return LogoutDelivery(address, sending.post_fields(kind, element, relay_state, key))
    return LogoutDelivery(sending.redirect_address(address, kind, element, relay_state, key))
