"""Job that folds each tenant's member count increments into one row."""

from gatehouse.directory.people.list import queries
from gatehouse.kit.db import Scope
from gatehouse.kit.jobs import JobContext, scheduled_job


@scheduled_job("people.fold_counts", "* * * * *")
async def fold_counts(context: JobContext) -> None:
    """Fold the counts in batches of tenants, to keep transactions short."""
    folded = 1
    while folded:
        async with context.database.transaction(Scope.system()) as db:
            folded = await queries.FOLD_COUNTS.one(db)
