"""What is kept for a while is deleted in small steps, so that no statement grows with the backlog.

An area declares each table once, with the column that tells the age of a row and how long rows are kept:

    declare_purge("invite_links", timedelta(0), job="invite_links.forget", cron="47 * * * *")
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import LiteralString

import asyncpg
from prometheus_client import Gauge

from gatehouse.kit import clock
from gatehouse.kit.db import Command, Db, Query, Scope
from gatehouse.kit.jobs import JobContext, scheduled_job
from gatehouse.kit.manifest import Registry

STEP = 2000  # rows

BEHIND = Gauge(
    "gatehouse_purge_behind_seconds", "How much longer than meant the oldest row is kept", ["rows"]
)


@dataclass(frozen=True, slots=True)
class PurgeStep:
    """How many rows a step looked at, and how many of them it deleted."""

    seen: int
    deleted: int


class Purge:
    """`delete` takes the time before which rows go, and how many at most; a query also says how many rows it
    looked at. `oldest` gives the time of the oldest row, if there is any. Both have an index."""

    def __init__(
        self,
        name: str,
        kept_for: timedelta,
        delete: "Command | Query[PurgeStep]",
        oldest: "Query[datetime]",
    ) -> None:
        self.name = name
        self.kept_for = kept_for
        self.delete = delete
        self.oldest = oldest
        PURGES.add_item(self)

    async def run(self, context: JobContext) -> int:
        """How many rows were deleted. Each step is a transaction, so a stop loses nothing; one that takes
        longer than a statement may, because much hangs on its rows, is tried with fewer. Rows that others
        keep locked stay until the next run. Where no row is old enough nothing is deleted: triggers that
        count changes of a table count statements of no row too."""
        before, deleted, step = clock.now() - self.kept_for, 0, STEP
        async with context.database.transaction(Scope.system()) as db:
            oldest = await self.oldest.first(db)
        if oldest is None or oldest >= before:
            BEHIND.labels(self.name).set(0.0)
            return 0
        while True:
            try:
                async with context.database.transaction(Scope.system()) as db:
                    done = await self.delete_step(db, before, step)
            except asyncpg.QueryCanceledError:
                if step == 1:
                    raise
                step = max(1, step // 10)
                continue
            except (asyncpg.LockNotAvailableError, asyncpg.DeadlockDetectedError):
                break
            deleted += done.deleted
            if done.seen < step:
                break
        async with context.database.transaction(Scope.system()) as db:
            await self.update_backlog_metric(db)
        return deleted

    async def delete_step(self, db: Db, before: datetime, limit: int) -> PurgeStep:
        if not isinstance(self.delete, Command):
            return await self.delete.one(db, before, limit)
        deleted = await self.delete.run(db, before, limit)
        return PurgeStep(deleted, deleted)

    async def update_backlog_metric(self, db: Db) -> None:
        """For the metrics: whether anything is there that should be gone."""
        before, oldest = clock.now() - self.kept_for, await self.oldest.first(db)
        BEHIND.labels(self.name).set(max(0.0, (before - oldest).total_seconds()) if oldest else 0.0)


PURGES: Registry[Purge] = Registry("purges")


def declare_purge(
    table: LiteralString,
    kept_for: timedelta,
    *,
    job: str,
    cron: str,
    column: LiteralString = "expires_at",
    key: LiteralString = "id",
    rows: LiteralString = "true",
    delete: "Command | Query[PurgeStep] | None" = None,
    oldest: "Query[datetime] | None" = None,
) -> Purge:
    """Delete the rows whose `column` is older than `kept_for`, in a job that runs by the clock. `key` is the
    primary key, `rows` a condition on the rows; `delete` and `oldest` replace the statements made of them."""
    purge = Purge(
        table,
        kept_for,
        delete
        or Command(
            f"""
            delete from {table} where ({key}) in (
              select {key} from {table} where {rows} and {column} < $1 order by {column} limit $2)
            """
        ),
        oldest or Query(datetime, f"select min({column}) as oldest from {table} where {rows}"),
    )

    @scheduled_job(job, cron)
    async def run(context: JobContext) -> None:
        await purge.run(context)

    return purge


# The queue's own record of what it did; its times are the database's.
declare_purge(
    "pgqueuer_log", timedelta(days=7), column="created", job="jobs.forget", cron="47 * * * *"
)
