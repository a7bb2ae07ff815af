"""Reads a tenant's facts, with the vendor's rules where the tenant has set none."""

from uuid import UUID

from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.security_center import queries, recommendations
from gatehouse.security_center.models import SecurityFacts
from gatehouse.vendor.configuration.snapshot import Snapshot


async def read_security_facts(db: Db, tenant_id: UUID, configuration: Snapshot) -> SecurityFacts:
    vendor = configuration.vendor
    return await queries.FACTS.one(
        db,
        tenant_id,
        clock.now() - recommendations.INACTIVE,
        vendor.mfa_enforcement,
        vendor.lockout_enabled,
        vendor.lockout_max_attempts,
        vendor.password_history_enabled,
        vendor.password_history_size,
    )
