"""What every new account is given; housekeeping."""

from gatehouse.audit.actors import SYSTEM
from gatehouse.directory.tenants.events import TenantCreated
from gatehouse.entitlements import queries, service
from gatehouse.kit.db import Scope
from gatehouse.kit.events import News, subscribe
from gatehouse.kit.jobs import JobContext, scheduled
from gatehouse.vendor.plans.queries import PLANS


@subscribe(TenantCreated, "entitlements.welcome")
async def welcome(context: JobContext, news: News[TenantCreated]) -> None:
    """The plans of `assign_on_signup`."""
    tenant_id = news.event.tenant_id
    if tenant_id is None:
        return
    async with context.database.transaction(Scope.system()) as db:
        for plan in await PLANS.all(db):
            if plan.assign_on_signup:
                await service.grant(db, plan, tenant_id, None, None, by=SYSTEM)


@scheduled("entitlements.fold", "13 * * * *")
async def fold(context: JobContext) -> None:
    """Let the number of changes stay few rows."""
    async with context.database.transaction(Scope.system()) as db:
        await queries.FOLD.run(db)
