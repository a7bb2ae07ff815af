"""Finds the connection for an email address. Only the domain decides, so the response does not reveal whether
the address has an account."""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.identity.external.models import normalize_email_or_none
from gatehouse.identity.sign_in.ip_location import get_ip_network
from gatehouse.identity.sso.connections.models import SsoConnection
from gatehouse.identity.sso.domains.service import get_email_domain
from gatehouse.identity.sso.errors import SsoDomainNotFound
from gatehouse.identity.sso.sign_in import oidc, queries, saml
from gatehouse.identity.sso.sign_in.box import BoxPages
from gatehouse.identity.sso.sign_in.schemas import SsoAddress
from gatehouse.kit.db import Database
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.kit.tenant_ids import inner_id_or_none
from gatehouse.vendor.configuration.models import Vendor
from gatehouse.vendor.current import configuration_of

PRELOGINS_PER_IP = RateLimit("login.prelogin.ip", 300, 5)


async def start_sign_in_by_email(
    resources: Resources,
    client: Client,
    browser: str,
    *,
    email: str | None,
    tenant: str | None,
    box: BoxPages,
) -> SsoAddress:
    """Start a sign-in by the address, else by the tenant. `box` has the pages of an older login box. Raises
    `SsoDomainNotFound` when no connection matches, and `ProviderSilent` when the provider cannot be
    reached."""
    await resources[RateLimiter].hit(PRELOGINS_PER_IP, get_ip_network(client.ip))
    way = await _find_connection_of_email(
        resources,
        normalize_email_or_none(email),
        inner_id_or_none(tenant),
        is_by_address=bool(email),
    )
    if way is None or (way.is_oidc and not configuration_of(resources).vendor.oidc_connections):
        raise SsoDomainNotFound("SSO domain was not found")
    if way.is_oidc:
        address = await oidc.start_oidc_sign_in(
            resources, way, browser, normalize_email_or_none(email)
        )
        return SsoAddress(address=address, idp_type="oidc")
    address = await saml.start_saml_sign_in(resources, way, browser, box)
    return SsoAddress(address=address, idp_type="saml")


async def _find_connection_of_email(
    resources: Resources, address: str | None, tenant_id: UUID | None, *, is_by_address: bool
) -> SsoConnection | None:
    vendor = configuration_of(resources).vendor
    if address in vendor.sso_excluded_emails:
        return None
    async with resources[Database].one_statement() as db:
        if not is_by_address:
            return await queries.BY_TENANT.first(db, tenant_id) if tenant_id else None
        ways = await queries.BY_DOMAIN.all(db, get_email_domain(address)) if address else []
    if len(ways) < 2 or not vendor.shared_domains:
        return next(iter(ways), None)
    return await _choose_connection(resources, vendor, ways, address, tenant_id)


async def _choose_connection(
    resources: Resources,
    vendor: Vendor,
    ways: list[SsoConnection],
    address: str | None,
    named: UUID | None,
) -> SsoConnection | None:
    """Of several connections, the one of the named account, else by the vendor's settings."""
    active = None
    if named is None and vendor.use_active_tenant:
        async with resources[Database].one_statement() as db:
            active = await queries.ACTIVE_TENANT.first(db, address)
    for way in ways:
        if way.tenant_id == (named or active):
            return way
    return ways[0] if vendor.unspecified_tenant_strategy == "FIRST_CREATED" else None
