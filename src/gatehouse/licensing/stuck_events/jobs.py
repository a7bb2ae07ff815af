"""Counts for the metrics."""

from gatehouse.kit.db import Scope
from gatehouse.kit.jobs import JobContext, scheduled
from gatehouse.licensing.stuck_events.service import count_stuck


@scheduled("payments.count_stuck", "* * * * *")
async def count(context: JobContext) -> None:
    async with context.database.transaction(Scope.system()) as db:
        await count_stuck(db)
