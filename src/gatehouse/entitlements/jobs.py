"""Jobs: entitlements of new tenants, and cleanup."""

from gatehouse.audit.actors import SYSTEM
from gatehouse.directory.tenants.events import TenantCreated
from gatehouse.entitlements import queries, service
from gatehouse.kit.db import Scope
from gatehouse.kit.events import EventEnvelope, subscribe_to_event
from gatehouse.kit.jobs import JobContext, scheduled_job
from gatehouse.vendor.plans import READ_PLANS


@subscribe_to_event(TenantCreated, "entitlements.welcome")
async def assign_signup_plans(context: JobContext, news: EventEnvelope[TenantCreated]) -> None:
    """The plans of `assign_on_signup`."""
    tenant_id = news.event.tenant_id
    if tenant_id is None:
        return
    async with context.database.transaction(Scope.system()) as db:
        for plan in await READ_PLANS.all(db):
            if plan.assign_on_signup:
                await service.grant_entitlement(db, plan, tenant_id, None, None, by=SYSTEM)


@scheduled_job("entitlements.fold", "13 * * * *")
async def fold_changes(context: JobContext) -> None:
    """Let the number of changes stay few rows."""
    async with context.database.transaction(Scope.system()) as db:
        await queries.FOLD.run(db)
