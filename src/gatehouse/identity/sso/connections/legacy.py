"""The oldest connection and its first domain, for older clients (wire-api §14)."""

from datetime import datetime
from typing import Annotated, Self
from uuid import UUID

from pydantic import StringConstraints

from gatehouse.access.principal import Principal
from gatehouse.identity.sso.connections import metadata, queries, service
from gatehouse.identity.sso.connections.models import SsoConnection
from gatehouse.identity.sso.connections.schemas import SsoConnectionIn, SsoConnectionOut
from gatehouse.identity.sso.domains import service as domains
from gatehouse.identity.sso.errors import DomainNotFound, SsoConnectionNotFound
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.kit.schemas import Wire
from gatehouse.policies.domain_restrictions.domains import display_domain


class LegacyIn(SsoConnectionIn):
    """`domain` is added to the existing domains; `isSamlActive` is the earlier name of `enabled`."""

    domain: Annotated[str, StringConstraints(strip_whitespace=True, max_length=253)] | None = None
    is_saml_active: bool | None = None


class LegacyOut(Wire):
    """The oldest connection and its first domain; without any, only that nothing is enabled."""

    enabled: bool
    is_saml_active: bool
    domain: str | None = None
    validated: bool | None = None
    generated_verification: str | None = None
    sso_endpoint: str | None = None
    public_certificate: str | None = None
    sign_request: bool | None = None
    created_at: datetime | None = None
    updated_at: datetime | None = None
    acs_url: str | None = None
    sp_entity_id: str | None = None
    oidc_client_id: str | None = None
    oidc_secret: str | None = None
    type: str | None = None

    @classmethod
    def from_connection(cls, shown: SsoConnectionOut | None) -> Self:
        if shown is None:
            return cls(enabled=False, is_saml_active=False)
        first = shown.domains[0] if shown.domains else None
        same = {name: getattr(shown, name) for name in cls.model_fields if hasattr(shown, name)}
        return cls(
            **same,
            is_saml_active=shown.enabled,
            domain=first.domain if first else None,
            validated=first.validated if first else None,
        )


class OwnAddresses(Wire):
    """The values that an administrator enters at the provider."""

    acs_url: str
    sp_entity_id: str


class OidcState(Wire):
    """Whether connections of OpenID Connect can be enabled, and where providers send users back to."""

    active: bool
    redirect_uri: str


async def get_oldest_connection_id(db: Db, tenant_id: UUID) -> UUID:
    """The id of the oldest connection. Raises `SsoConnectionNotFound` when there is none."""
    found = await queries.FIRST.first(db, tenant_id)
    if found is None:
        raise SsoConnectionNotFound("No single sign-on connection exists yet")
    return found


async def get_oldest_connection(db: Db, resources: Resources, tenant_id: UUID) -> LegacyOut:
    rows = await service.list_connections(db, tenant_id)
    return LegacyOut.from_connection(
        service.to_connection_response(resources, rows[0]) if rows else None
    )


async def save_oldest_connection(
    db: Db, resources: Resources, caller: Principal, data: LegacyIn
) -> LegacyOut:
    """Create or change the oldest connection, and add the domain. Raises the errors of `save_connection` and
    `add_domain`."""
    if data.enabled is None:
        data.enabled = data.is_saml_active
    connection_id = await queries.FIRST.first(db, caller.tenant_id)
    row = await service.save_connection(db, resources, caller, data, connection_id)
    if data.domain and not _has_domain(row, data.domain):
        await domains.add_domain(db, caller, row.id, data.domain)
    return await get_oldest_connection(db, resources, caller.tenant_id)


async def save_oldest_connection_from_metadata(
    db: Db, resources: Resources, caller: Principal, text: str
) -> LegacyOut:
    """Create or change the oldest connection from metadata. Raises the errors of
    `save_connection_from_metadata`."""
    connection_id = await queries.FIRST.first(db, caller.tenant_id)
    await metadata.save_connection_from_metadata(db, resources, caller, text, connection_id)
    return await get_oldest_connection(db, resources, caller.tenant_id)


async def verify_first_domain(db: Db, resources: Resources, caller: Principal) -> LegacyOut:
    """Validate the first domain of the oldest connection. Raises `SsoConnectionNotFound`, `DomainNotFound`
    when there is no domain, and the errors of `verify_domain_by_dns`."""
    row = await service.get_connection(
        db, caller.tenant_id, await get_oldest_connection_id(db, caller.tenant_id)
    )
    if not row.domains:
        raise DomainNotFound("No domain exists yet")
    domain_id = UUID(row.domains[0]["id"])
    await domains.verify_domain_by_dns(db, resources, caller, row.id, domain_id)
    return await get_oldest_connection(db, resources, caller.tenant_id)


def _has_domain(row: SsoConnection, domain: str) -> bool:
    return domain.lower() in {display_domain(one["domain"]) for one in row.domains}
