"""Deletes companies that a sign-up opened and that the owner of its address does not keep."""

from collections.abc import Sequence
from uuid import UUID

from gatehouse.access.errors import TenantNotFound
from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_event
from gatehouse.directory.tenants import service as tenants
from gatehouse.directory.tenants.deletion import delete_all
from gatehouse.directory.tenants.settings import DeletionSettings
from gatehouse.identity.ownership import queries
from gatehouse.identity.ownership.events import AbandonedTenantDeleted
from gatehouse.kit.db import Db, Scope
from gatehouse.kit.jobs import JobContext, enqueue, job
from gatehouse.kit.units import UnitFailures


async def delete_abandoned_later(db: Db, tenant_ids: Sequence[UUID]) -> None:
    await enqueue(
        db, "ownership.delete_abandoned", tenant_ids=[str(tenant_id) for tenant_id in tenant_ids]
    )


@job("ownership.delete_abandoned")
async def delete_abandoned(context: JobContext, tenant_ids: list[str]) -> None:
    """Delete the companies, each in a separate transaction. A company that has members stays."""
    with UnitFailures("ownership.delete_abandoned") as failures:
        for tenant_id in map(UUID, tenant_ids):
            with failures.caught(tenant_id=tenant_id):
                await _delete_unverified_account(context, tenant_id)


async def _delete_unverified_account(context: JobContext, tenant_id: UUID) -> None:
    grace = context.resources[DeletionSettings].grace
    async with context.database.transaction(Scope.system()) as db:
        await tenants.hold_tree(db, tenant_id)
        await tenants.take_turns(db, tenant_id)
        try:
            tenant = await tenants.get_tenant(db, tenant_id)
        except TenantNotFound:
            return
        if await queries.HAS_MEMBERS.one(db, tenant_id):
            return
        await delete_all(db, tenant, grace)
        await announce_event(db, AbandonedTenantDeleted(tenant_id, tenant.name), by=SYSTEM)
