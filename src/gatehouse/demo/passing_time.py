"""Runs what has become due after the clock was moved. The queue uses the database's clock, which stays."""

from gatehouse.kit.db import Database, Scope
from gatehouse.kit.jobs import JobContext, enqueue, job, list_schedules, load_schedule
from gatehouse.kit.logs import get_logger

log = get_logger()


async def enqueue_catch_up(database: Database) -> None:
    async with database.transaction(Scope.system()) as db:
        await enqueue(db, "demo.catch_up")


@job("demo.catch_up", max_attempts=1)
async def run_everything_scheduled(context: JobContext) -> None:
    """Everything that runs by the clock, once; what fails has its next time."""
    for name in list_schedules():
        try:
            await (await load_schedule(name)).handler(context)
        except Exception as error:
            log.exception("schedule.failed", schedule=name, exc_info=error)
