"""Scheduled jobs: unanswered merge requests expire, and old ones are deleted."""

from datetime import timedelta

from gatehouse.account_merge import queries
from gatehouse.account_merge.service import end_over
from gatehouse.kit import clock
from gatehouse.kit.db import Scope
from gatehouse.kit.jobs import JobContext, scheduled_job
from gatehouse.kit.purge import Purge
from gatehouse.kit.units import UnitFailures, each_due

OLD = Purge("merge_requests", timedelta(days=90), queries.FORGET, queries.OLDEST)


@scheduled_job("merge_requests.due", "*/10 * * * *")
async def end_due(context: JobContext) -> None:
    """Mark expired requests. Their links stop working at expiry, whenever this runs."""
    with UnitFailures("merge_requests.due") as failures:
        async for one in each_due(context.database, queries.DUE, clock.now()):
            with failures.caught(request_id=one.id):
                async with context.database.transaction(Scope.system()) as db:
                    await end_over(db, request_id=one.id)


@scheduled_job("merge_requests.forget", "51 * * * *")
async def delete_expired_merge_requests(context: JobContext) -> None:
    """Delete what was asked long ago; the audit has it."""
    await OLD.run(context)
