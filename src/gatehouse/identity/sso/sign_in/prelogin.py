"""Whether somebody signs in elsewhere. What is asked is the domain of an address, so the answer is the same
for people who are here and for those who are not."""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.directory.users.errors import InvalidEmail
from gatehouse.directory.users.service import normalize_email
from gatehouse.identity.sign_in.places import place_of
from gatehouse.identity.sso.domains.service import of_address
from gatehouse.identity.sso.sign_in import oidc, queries, saml
from gatehouse.identity.sso.sign_in.errors import SsoDomainNotFound
from gatehouse.identity.sso.sign_in.models import Started, Way
from gatehouse.kit.db import Database
from gatehouse.kit.rate_limit import Limit, RateLimiter
from gatehouse.kit.resources import Resources

PRELOGINS_PER_IP = Limit("login.prelogin.ip", 300, 5)


async def find(
    resources: Resources, client: Client, browser: str, *, email: str | None, tenant: str | None
) -> Started:
    """Of the address, else of the tenant. `SsoDomainNotFound`, `ProviderSilent`."""
    await resources[RateLimiter].hit(PRELOGINS_PER_IP, place_of(client.ip))
    address = _address(email)
    way = await _way(resources, address, _id(tenant) if not email else None)
    if way is None:
        raise SsoDomainNotFound("SSO domain was not found")
    if not way.is_oidc:
        return Started(await saml.start(resources, way, browser), "saml", browser)
    return Started(await oidc.start(resources, way, browser, address), "oidc", browser)


async def _way(resources: Resources, address: str | None, tenant_id: UUID | None) -> Way | None:
    async with resources[Database].one_statement() as db:
        if address is not None:
            return await queries.BY_DOMAIN.first(db, of_address(address))
        return await queries.BY_TENANT.first(db, tenant_id) if tenant_id else None


def _address(email: str | None) -> str | None:
    try:
        return normalize_email(email) if email else None
    except InvalidEmail:
        return None


def _id(text: str | None) -> UUID | None:
    try:
        return UUID(text) if text else None
    except ValueError:
        return None
