"""Revokes the licenses of deleted tenants: their tools stop working, and their subscriptions end."""

from gatehouse.kit import clock
from gatehouse.kit.db import Scope
from gatehouse.kit.jobs import JobContext, enqueue, scheduled_job
from gatehouse.kit.units import UnitFailures, each_due
from gatehouse.licensing.licenses.orphaned import queries
from gatehouse.licensing.licenses.orphaned.models import DueLicense


@scheduled_job("licenses.take_back", "*/5 * * * *")
async def take_back(context: JobContext) -> None:
    """Revoke the licenses of deleted tenants, including one bought while its tenant was being deleted."""
    with UnitFailures("licenses.take_back") as failures:
        async for one in each_due(context.database, queries.DUE):
            with failures.caught(tenant_id=one.tenant_id, license_id=one.id):
                await _take_back(context, one)


async def _take_back(context: JobContext, one: DueLicense) -> None:
    async with context.database.transaction(Scope.system()) as db:
        taken = await queries.TAKE_BACK.first(db, clock.now(), one.tenant_id, one.id)
        if taken is not None and taken.subscription_id:
            await enqueue(
                db,
                "payments.stop",
                subscription_id=taken.subscription_id,
                tenant_id=one.tenant_id,
            )
