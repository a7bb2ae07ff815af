"""Management of the oldest connection and its first domain, for older clients."""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.principal import Principal
from gatehouse.identity.sso.connections import queries, service
from gatehouse.identity.sso.connections.errors import SsoConnectionNotFound
from gatehouse.identity.sso.connections.models import SsoConnection
from gatehouse.identity.sso.domains import service as domains
from gatehouse.identity.sso.domains.errors import DomainNotFound
from gatehouse.identity.sso.legacy.schemas import LegacyIn, LegacyOut
from gatehouse.identity.sso.metadata import service as metadata
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.policies.domain_restrictions.domains import display_domain


async def first_id(db: Db, tenant_id: UUID) -> UUID:
    """The id of the oldest connection. Raises `SsoConnectionNotFound` when there is none."""
    found = await queries.FIRST.first(db, tenant_id)
    if found is None:
        raise SsoConnectionNotFound("There is no single sign-on connection yet")
    return found


async def get_legacy_configuration(db: Db, resources: Resources, tenant_id: UUID) -> LegacyOut:
    rows = await service.list_of(db, tenant_id)
    return LegacyOut.of(service.to_connection_response(resources, rows[0]) if rows else None)


async def save_legacy_configuration(
    db: Db, resources: Resources, caller: Principal, client: Client, data: LegacyIn
) -> LegacyOut:
    """Create or change the oldest connection, and add the domain. Raises the errors of `create_connection`,
    `change_connection` and `add_domain`."""
    if data.enabled is None:
        data.enabled = data.is_saml_active
    connection_id = await queries.FIRST.first(db, caller.tenant_id)
    row = (
        await service.create_connection(db, resources, caller, client, data)
        if connection_id is None
        else await service.change_connection(db, resources, caller, client, connection_id, data)
    )
    if data.domain and not _has_domain(row, data.domain):
        await domains.add_domain(db, caller, client, row.id, data.domain)
    return await get_legacy_configuration(db, resources, caller.tenant_id)


async def save_metadata(
    db: Db, resources: Resources, caller: Principal, client: Client, text: str
) -> LegacyOut:
    """Create or change the oldest connection from metadata. Raises the errors of `save_sso_metadata`."""
    connection_id = await queries.FIRST.first(db, caller.tenant_id)
    await metadata.save_sso_metadata(db, resources, caller, client, text, connection_id)
    return await get_legacy_configuration(db, resources, caller.tenant_id)


async def validate_first(
    db: Db, resources: Resources, caller: Principal, client: Client
) -> LegacyOut:
    """Validate the first domain of the oldest connection. Raises `SsoConnectionNotFound`, `DomainNotFound`
    when there is no domain, and the errors of `verify_domain`."""
    row = await service.find_connection(db, caller.tenant_id, await first_id(db, caller.tenant_id))
    if not row.domains:
        raise DomainNotFound("There is no domain yet")
    domain_id = UUID(row.domains[0]["id"])
    await domains.verify_domain(db, resources, caller, client, row.id, domain_id)
    return await get_legacy_configuration(db, resources, caller.tenant_id)


def _has_domain(row: SsoConnection, domain: str) -> bool:
    return domain.lower() in {display_domain(one["domain"]) for one in row.domains}
