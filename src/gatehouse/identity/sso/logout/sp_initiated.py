"""SP-initiated logout: the browser carries a logout request to the provider and comes back afterwards."""

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
    """Find a session among `sessions` that is still active and must be signed out at its provider as well.
    Needs the system scope."""
    return await queries.LEAVING.first(db, list(sessions), clock.now())


async def build_logout_request(
    resources: Resources, who: SamlSessionToSignOut, page: str
) -> LogoutDelivery:
    """Build the logout request that the browser takes to the provider. `page` is where the browser goes after
    it comes back. No transaction may be open."""
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
    """Sign a logout message. Logout messages are always signed, because an unsigned one could come from any
    sender."""
    key = (await own_keys(resources))[0]
    address = connection.slo_endpoint
    if connection.slo_by_post:
        return LogoutDelivery(address, sending.post_fields(kind, element, relay_state, key))
    return LogoutDelivery(sending.redirect_address(address, kind, element, relay_state, key))
