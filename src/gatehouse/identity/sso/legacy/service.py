"""Older clients know one connection with one domain."""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.principal import Principal
from gatehouse.identity.sso.connections import queries, service
from gatehouse.identity.sso.connections.errors import ConnectionNotFound
from gatehouse.identity.sso.connections.models import Connection
from gatehouse.identity.sso.domains import service as domains
from gatehouse.identity.sso.domains.errors import DomainNotFound
from gatehouse.identity.sso.legacy.schemas import LegacyIn, LegacyOut
from gatehouse.identity.sso.metadata import service as metadata
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.policies.domain_restrictions.domains import spelled


async def first_id(db: Db, tenant_id: UUID) -> UUID:
    """`ConnectionNotFound` where there is none yet."""
    found = await queries.FIRST.first(db, tenant_id)
    if found is None:
        raise ConnectionNotFound("There is no single sign-on connection yet")
    return found


async def get(db: Db, resources: Resources, tenant_id: UUID) -> LegacyOut:
    rows = await service.list_of(db, tenant_id)
    return LegacyOut.of(service.shown(resources, rows[0]) if rows else None)


async def save(
    db: Db, resources: Resources, caller: Principal, client: Client, data: LegacyIn
) -> LegacyOut:
    """Makes the first connection, or changes it, and adds the domain. As `create` and `change`, and as
    `domains.add`."""
    if data.enabled is None:
        data.enabled = data.is_saml_active
    connection_id = await queries.FIRST.first(db, caller.tenant_id)
    row = (
        await service.create(db, resources, caller, client, data)
        if connection_id is None
        else await service.change(db, resources, caller, client, connection_id, data)
    )
    if data.domain and not _has(row, data.domain):
        await domains.add(db, caller, client, row.id, data.domain)
    return await get(db, resources, caller.tenant_id)


async def save_metadata(
    db: Db, resources: Resources, caller: Principal, client: Client, text: str
) -> LegacyOut:
    """As `metadata.save`."""
    connection_id = await queries.FIRST.first(db, caller.tenant_id)
    await metadata.save(db, resources, caller, client, text, connection_id)
    return await get(db, resources, caller.tenant_id)


async def validate_first(
    db: Db, resources: Resources, caller: Principal, client: Client
) -> LegacyOut:
    """As `domains.validate`, of the first domain."""
    row = await service.find(db, caller.tenant_id, await first_id(db, caller.tenant_id))
    if not row.domains:
        raise DomainNotFound("There is no domain yet")
    domain_id = UUID(row.domains[0]["id"])
    await domains.validate(db, resources, caller, client, row.id, domain_id)
    return await get(db, resources, caller.tenant_id)


def _has(row: Connection, domain: str) -> bool:
    return domain.lower() in {spelled(one["domain"]) for one in row.domains}
