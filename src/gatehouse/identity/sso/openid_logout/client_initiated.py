"""Somebody signs out here: their provider is told by the browser, which comes back afterwards (OpenID Connect
RP-Initiated Logout 1.0)."""

import asyncio
from collections.abc import Sequence
from urllib.parse import quote, urlencode, urlsplit
from uuid import UUID

from gatehouse.identity.external import client as relying_party
from gatehouse.identity.external import sign_ins
from gatehouse.identity.external.errors import ProviderFault
from gatehouse.identity.sso.connections import queries as connections
from gatehouse.identity.sso.connections.service import own_addresses
from gatehouse.identity.sso.logout.deliver import LogoutDelivery
from gatehouse.identity.sso.openid_logout import queries
from gatehouse.identity.sso.openid_logout.models import LeavingOpenId
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.kit.resources import Resources

PATIENCE = 5  # seconds: whoever signs out is out here already
LONGEST_ADDRESS = 4000  # longer ones are posted: not every server takes them


async def find_openid_sessions_to_sign_out(
    db: Db, sessions: Sequence[UUID]
) -> LeavingOpenId | None:
    """Who is to be signed out at a provider as well, while their session still lives. Needs the system
    scope."""
    return await queries.LEAVING.first(db, list(sessions), clock.now())


async def build_openid_logout(
    resources: Resources, who: LeavingOpenId, page: str
) -> LogoutDelivery:
    """What the browser takes to the provider; it goes on to `page` when it comes back, and at once where the
    provider does not say how it is told. Nothing may be held."""
    async with resources[Database].transaction(Scope.system()) as db:
        connection = await connections.ONE.one(db, who.tenant_id, who.connection_id)
    try:
        async with asyncio.timeout(PATIENCE):
            found = await relying_party.discover_endpoints(resources, connection.sso_endpoint)
    except (ProviderFault, TimeoutError):
        return LogoutDelivery(page)
    if found.end_session_url is None:
        return LogoutDelivery(page)
    back = own_addresses(resources).oidc_logout_url
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
    return _build_delivery(found.end_session_url, fields)


def _build_delivery(url: str, fields: dict[str, str]) -> LogoutDelivery:
    address = f"{url}{'&' if urlsplit(url).query else '?'}{urlencode(fields, quote_via=quote)}"
    return (
        LogoutDelivery(address) if len(address) <= LONGEST_ADDRESS else LogoutDelivery(url, fields)
    )
