"""SP-initiated logout: the browser carries a logout request to the provider and comes back afterwards (SAML
single logout, OpenID Connect RP-Initiated Logout 1.0)."""

import asyncio
from dataclasses import dataclass
from urllib.parse import quote, urlencode, urlsplit

from fastapi.responses import RedirectResponse, Response

from gatehouse.identity.external import client as relying_party
from gatehouse.identity.external import sign_ins
from gatehouse.identity.external.errors import ProviderFault
from gatehouse.identity.sso.connections import queries as connections
from gatehouse.identity.sso.connections.models import SsoConnection
from gatehouse.identity.sso.connections.service import get_service_provider_addresses
from gatehouse.identity.sso.logout import queries
from gatehouse.identity.sso.logout.queries import OpenIdSessionToSignOut, SamlSessionToSignOut
from gatehouse.identity.sso.own_keys import load_or_create_own_keys
from gatehouse.identity.sso.saml import sending
from gatehouse.identity.sso.saml.logout import LogoutEnvelope, LogoutSubject, build_logout_request
from gatehouse.identity.sso.saml.sending import derive_request_id
from gatehouse.identity.sso.saml.xml import Element
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.posted_form import posted_form
from gatehouse.kit.resources import Resources

NO_STORE = {"cache-control": "no-store"}
PATIENCE = 5  # seconds; the session here has already ended, so a slow provider is skipped
LONGEST_ADDRESS = 4000  # longer addresses are posted: some servers reject them


@dataclass(frozen=True, slots=True)
class LogoutDelivery:
    """A logout message for the browser: a redirect address, or a form to post to it."""

    address: str
    form: dict[str, str] | None = None


def deliver_logout_message(message: LogoutDelivery) -> Response:
    if message.form is not None:
        return posted_form(message.address, message.form)
    return RedirectResponse(message.address, 303, headers=NO_STORE)


async def build_saml_logout(
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
            redirect_uri=get_service_provider_addresses(resources).slo_url,
            page=page,
        )
    request_id = derive_request_id(begun.state)
    element = build_logout_request(
        build_logout_envelope(resources, connection, request_id), LogoutSubject(**who.subject)
    )
    return await sign_logout_message(resources, connection, sending.REQUEST, element, begun.state)


def build_logout_envelope(
    resources: Resources, connection: SsoConnection, message_id: str
) -> LogoutEnvelope:
    return LogoutEnvelope(
        id=message_id,
        destination=connection.slo_endpoint,
        issuer=connection.audience or get_service_provider_addresses(resources).sp_entity_id,
        at=clock.now(),
    )


async def sign_logout_message(
    resources: Resources, connection: SsoConnection, kind: str, element: Element, relay_state: str
) -> LogoutDelivery:
    """Sign a logout message. Logout messages are always signed, because an unsigned one could come from any
    sender."""
    key = (await load_or_create_own_keys(resources))[0]
    address = connection.slo_endpoint
    if connection.slo_by_post:
        return LogoutDelivery(address, sending.build_post_fields(kind, element, relay_state, key))
    return LogoutDelivery(sending.build_redirect_address(address, kind, element, relay_state, key))


async def build_openid_logout(
    resources: Resources, who: OpenIdSessionToSignOut, page: str
) -> LogoutDelivery:
    """Build the logout request that the browser takes to the provider. `page` is where the browser goes after
    it comes back, or immediately if the provider has no logout endpoint or cannot be reached. No transaction
    may be open."""
    async with resources[Database].transaction(Scope.system()) as db:
        connection = await connections.ONE.one(db, who.tenant_id, who.connection_id)
    try:
        async with asyncio.timeout(PATIENCE):
            found = await relying_party.discover_endpoints(resources, connection.sso_endpoint)
    except (ProviderFault, TimeoutError):
        return LogoutDelivery(page)
    if found.end_session_url is None:
        return LogoutDelivery(page)
    back = get_service_provider_addresses(resources).oidc_logout_url
    async with resources[Database].transaction(Scope.system()) as db:
        begun = await sign_ins.begin_external_sign_in(
            db, kind="oidc_logout", provider=str(connection.id), browser="", redirect_uri=back,
            page=page,
        )  # fmt: skip
    fields = {
        "client_id": connection.oidc_client_id,
        "post_logout_redirect_uri": back,
        "state": begun.state,
    }
    if who.sealed_id_token is not None:
        token = queries.ID_TOKEN.open(resources[Box], who.id, who.sealed_id_token)
        fields["id_token_hint"] = token.decode()
    return _build_logout_delivery(found.end_session_url, fields)


def _build_logout_delivery(url: str, fields: dict[str, str]) -> LogoutDelivery:
    address = f"{url}{'&' if urlsplit(url).query else '?'}{urlencode(fields, quote_via=quote)}"
    return (
        LogoutDelivery(address) if len(address) <= LONGEST_ADDRESS else LogoutDelivery(url, fields)
    )
