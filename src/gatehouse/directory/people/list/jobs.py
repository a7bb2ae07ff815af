"""Folds what writers noted of each tenant's number of people into one row."""

from gatehouse.directory.people.list import queries
from gatehouse.kit.db import Scope
from gatehouse.kit.jobs import JobContext, scheduled_job


@scheduled_job("people.fold_counts", "* * * * *")
async def fold_counts(context: JobContext) -> None:
    """Some tenants at a time, so that no transaction is long."""
    folded = 1
    while folded:
        async with context.database.transaction(Scope.system()) as db:
            folded = await queries.FOLD_COUNTS.one(db)
