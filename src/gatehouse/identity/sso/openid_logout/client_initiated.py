"""RP-initiated logout: the browser goes to the provider and comes back afterwards (OpenID Connect
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

PATIENCE = 5  # seconds; the session here has already ended, so a slow provider is skipped
LONGEST_ADDRESS = 4000  # longer addresses are posted: some servers reject them


async def find_openid_sessions_to_sign_out(
    db: Db, sessions: Sequence[UUID]
) -> LeavingOpenId | None:
    """Find a session among `sessions` that is still active and must be signed out at its provider as well.
    Needs the system scope."""
    return await queries.LEAVING.first(db, list(sessions), clock.now())


async def build_openid_logout(
    resources: Resources, who: LeavingOpenId, page: str
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
