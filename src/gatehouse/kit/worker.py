"""Runs jobs and schedules by PgQueuer."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta
from typing import Any

import orjson
from opentelemetry.trace import SpanKind
from pgqueuer import PgQueuer
from pgqueuer.adapters.drivers.asyncpg import AsyncpgPoolDriver
from pgqueuer.adapters.persistence.queries import Queries
from pgqueuer.core.executors import DatabaseRetryEntrypointExecutor, EntrypointExecutorParameters
from pgqueuer.errors import FailingListenerError
from pgqueuer.models import Job, Schedule, TracebackRecord

from gatehouse.kit.db import Database, Query, Scope
from gatehouse.kit.jobs import (
    DATABASE_AWAY,
    JobContext,
    OfNewerVersion,
    enqueue,
    list_jobs,
    list_schedules,
    load_job,
    load_schedule,
)
from gatehouse.kit.logs import get_logger
from gatehouse.kit.resources import Resources
from gatehouse.kit.tracing.spans import span

log = get_logger()

# Jobs keep the database's time, which no test moves.
DUE_OR_RUNNING = Query(
    bool,
    """
    select exists(
      select from pgqueuer
      where status = 'picked' or (status = 'queued' and execute_after <= now())
    ) as found
    """,
)

RECONNECT_SECONDS = 1.0
LEFT_FOR = timedelta(minutes=5)
FIRST_REPETITION = timedelta(seconds=2)  # each later one waits twice as long
# Of one name, in one worker. All that is due is taken at once; of thousands the last would wait so long for a
# connection that they fail. Jobs of another name do not wait for those whose server hangs.
AT_ONCE = 100


class _JobRecords(Queries):
    """PgQueuer's records. PgQueuer would give up a job permanently when its repetition cannot be written,
    though both fail because the database is unreachable. Such a job stays claimed; it has no heartbeat any
    more, so it is soon claimed again."""

    async def retry_job(
        self, job: Job, delay: timedelta, traceback_record: TracebackRecord | None
    ) -> None:
        try:
            await super().retry_job(job, delay, traceback_record)
        except Exception as error:
            log.exception("job.repetition_not_written", job=job.id, exc_info=error)


class Worker:
    """Runs the registered jobs and schedules until stopped."""

    def __init__(self, database: Database, resources: Resources) -> None:
        self._database = database
        self._resources = resources
        self._queue: PgQueuer | None = None
        self._stopping = asyncio.Event()

    def _build_queue(self) -> PgQueuer:
        queue = self._build_queue_without_schedules()
        for name, cron in list_schedules().items():
            self._add_schedule(queue, name, cron)
        return queue

    def _build_queue_without_schedules(self) -> PgQueuer:
        driver = AsyncpgPoolDriver(self._database.pool)
        queue = PgQueuer(driver, queries=_JobRecords(driver))
        for name, max_attempts in list_jobs().items():
            self._add_job(queue, name, max_attempts)
        return queue

    def _add_job(self, queue: PgQueuer, name: str, max_attempts: int) -> None:
        def executor(parameters: EntrypointExecutorParameters) -> DatabaseRetryEntrypointExecutor:
            return DatabaseRetryEntrypointExecutor(
                parameters,
                max_attempts=max_attempts - 1,  # it counts only the repetitions
                initial_delay=FIRST_REPETITION,
            )

        turns = asyncio.Semaphore(AT_ONCE)

        async def run(queued: Job) -> None:
            payload = orjson.loads(queued.payload or b"{}")
            attempt = queued.attempts + 1
            last = attempt >= max_attempts
            context = JobContext(self._database, self._resources, queued.id, attempt, last)
            told = {"gatehouse.job.id": queued.id, "gatehouse.job.attempt": attempt}
            async with turns:
                with span(f"job {name}", SpanKind.CONSUMER, told):
                    try:
                        await (await load_job(name)).handler(context, **payload)
                    except OfNewerVersion as error:
                        await self._requeue_for_newer_version(name, payload, error)

        # "hold": a job that gave up stays visible in the queue instead of vanishing.
        queue.entrypoint(name, on_failure="hold", executor_factory=executor, accepts_context=False)(
            run
        )

    async def _requeue_for_newer_version(
        self, name: str, payload: Mapping[str, Any], why: OfNewerVersion
    ) -> None:
        log.warning("a job waits for a newer version", job=name, what=str(why))
        async with self._database.transaction(Scope.system()) as db:
            await enqueue(db, name, after=LEFT_FOR, **payload)

    def _add_schedule(self, queue: PgQueuer, name: str, cron: str) -> None:
        async def run(_: Schedule) -> None:
            with span(f"job {name}", SpanKind.INTERNAL, {}):
                handler = (await load_schedule(name)).handler
                await handler(JobContext(self._database, self._resources, 0, 1, last_attempt=True))

        queue.schedule(name, cron)(run)

    async def run(self) -> None:
        """Until stopped. A database that goes away (restart, failover) is waited for."""
        while not self._stopping.is_set():
            self._queue = self._build_queue()
            try:
                await self._queue.run(
                    dequeue_timeout=timedelta(seconds=5),
                    heartbeat_timeout=timedelta(seconds=10),
                    batch_size=10,
                    # Else news of jobs would be missed from then on.
                    shutdown_on_listener_failure=True,
                )
            except (*DATABASE_AWAY, FailingListenerError) as error:
                log.warning("worker waits for the database", reason=type(error).__name__)
                await self._database.pool.expire_connections()
                # Not `wait_for`: before Python 3.12 it passes over a cancellation that comes with the stop.
                with suppress(TimeoutError):
                    async with asyncio.timeout(RECONNECT_SECONDS):
                        await self._stopping.wait()

    def stop(self) -> None:
        """Finish what runs, take nothing new."""
        self._stopping.set()
        if self._queue:
            self._queue.shutdown.set()

    async def drain(self) -> None:
        """Run everything that is due now, then return. Jobs deferred to later stay; PgQueuer's own
        drain mode would wait for them."""
        queue = self._build_queue_without_schedules()
        running = asyncio.create_task(queue.qm.run(dequeue_timeout=timedelta(milliseconds=20)))
        async with asyncio.timeout(60):
            while not running.done() and await self._has_due_jobs():  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        queue.shutdown.set()
        await running

    async def _has_due_jobs(self) -> bool:
        async with self._database.one_statement() as db:
            return await DUE_OR_RUNNING.one(db)
