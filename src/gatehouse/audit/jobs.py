"""The months of the audit: made ahead, and dropped when all in them is older than what is kept."""

from datetime import timedelta

from gatehouse.audit import queries
from gatehouse.audit.settings import AuditSettings
from gatehouse.kit import clock
from gatehouse.kit.db import Scope
from gatehouse.kit.jobs import JobContext, scheduled


@scheduled("audit.months", "11 * * * *")
async def keep_months(context: JobContext) -> None:
    """Hourly, so that one which found a table in use is soon made up for."""
    kept = timedelta(days=context.resources[AuditSettings].audit_retention_days)
    async with context.database.transaction(Scope.system()) as db:
        await queries.BRIEFLY.run(db)
        await queries.KEEP_MONTHS.one(db, clock.now(), kept)
