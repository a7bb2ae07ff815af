"""Changing the audit retention of one tenant."""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.vendor import VendorPrincipal
from gatehouse.audit.actors import by_vendor
from gatehouse.audit.service import announce_event
from gatehouse.audit.settings import AuditSettings
from gatehouse.directory.tenants.audit_retention import queries
from gatehouse.directory.tenants.audit_retention.errors import RetentionTooLong
from gatehouse.directory.tenants.audit_retention.events import AuditRetentionChanged
from gatehouse.directory.tenants.service import get_tenant
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources


async def keep_for(
    db: Db,
    resources: Resources,
    caller: VendorPrincipal,
    client: Client,
    tenant_id: UUID,
    days: int | None,
) -> None:
    """Set the audit retention of the tenant in days; None applies the installation's. Raises
    `TenantNotFound` or `RetentionTooLong`."""
    tenant = await get_tenant(db, tenant_id)
    everybodys = resources[AuditSettings].audit_retention_days
    if days is not None and days > everybodys:
        raise RetentionTooLong(f"No audit is kept for longer than {everybodys} days")
    await queries.CHANGE.run(db, tenant_id, days, clock.now())
    event = AuditRetentionChanged(tenant_id, tenant_id, tenant.name, days)
    await announce_event(db, event, by=by_vendor(caller, client))
