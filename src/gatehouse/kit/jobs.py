"""Jobs: enqueued on the request's own transaction, run by PgQueuer.

A rolled-back change sends nothing; a committed one is never lost. A handler may run twice, so it is
idempotent. Payloads are ids, not data.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, LiteralString

import asyncpg
import orjson
from opentelemetry.trace import SpanKind
from pgqueuer import PgQueuer
from pgqueuer.adapters.drivers.asyncpg import AsyncpgPoolDriver
from pgqueuer.adapters.persistence.queries import Queries
from pgqueuer.core.executors import DatabaseRetryEntrypointExecutor, EntrypointExecutorParameters
from pgqueuer.errors import FailingListenerError
from pgqueuer.models import Job, Schedule, TracebackRecord

from gatehouse.kit.db import Command, Database, Db, Query, Scope
from gatehouse.kit.logs import get_logger
from gatehouse.kit.resources import Resources
from gatehouse.kit.schemas import Wire
from gatehouse.kit.tracing.spans import span

log = get_logger()


@dataclass(frozen=True, slots=True)
class JobContext:
    """What a handler may use. `job_id` is the same at every attempt: the idempotency key. The first
    attempt is 1."""

    database: Database
    resources: Resources
    job_id: int
    attempt: int
    last_attempt: bool


class FailedJobOut(Wire):
    """`error` is the kind of fault that ended the last attempt, `message` what it said."""

    id: int
    name: str
    created_at: datetime
    failed_at: datetime
    error: str
    message: str


@dataclass(frozen=True, slots=True)
class FailedName:
    """`waits_again`: another job with its key waits or runs, and does what this one would."""

    id: int
    name: str
    waits_again: bool


class WaitingJobsOut(Wire):
    """Of one name. `later` are those of them whose time has not come; `oldestDue` is the earliest time."""

    name: str
    waiting: int
    later: int
    oldest_due: datetime


# Widens the scope for itself: who acts for a tenant adds jobs, and sees none.
ENQUEUE = Command("select gatehouse_enqueue($1, $2, $3, $4)")

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

# Those that gave up, the newest first, with what the last attempt said: `$2` behind the first `$1`. Both
# statements read the index of them; how many there are is counted to `$1`.
FAILED = Query(
    FailedJobOut,
    """
    select j.id, j.entrypoint as name, j.created as created_at, j.updated as failed_at,
      coalesce(left(l.traceback ->> 'exception_type', 200), '') as error,
      coalesce(left(l.traceback ->> 'exception_message', 500), '') as message
    from pgqueuer j
    left join lateral (
      select traceback from pgqueuer_log where job_id = j.id and traceback is not null
      order by created desc limit 1
    ) l on true
    where j.status = 'failed' order by j.updated desc, j.id desc offset $1::int limit $2::int
    """,
)
WAITING = Query(
    WaitingJobsOut,
    """
    select entrypoint as name, count(*) as waiting,
      count(*) filter (where execute_after > now()) as later,
      min(execute_after) as oldest_due
    from (
      select entrypoint, execute_after from pgqueuer where status = 'queued'
      order by priority, id desc limit $1
    ) looked group by entrypoint order by waiting desc, entrypoint
    """,
)
RUNNING = Query(int, "select count(*) from pgqueuer where status = 'picked'")
COUNT_FAILED = Query(
    int,
    """
    select count(*) from (select from pgqueuer where status = 'failed' limit $1) counted
    """,
)
HOLD_FAILED = Query(
    FailedName,
    """
    select j.id, j.entrypoint as name, j.dedupe_key is not null and exists (
      select from pgqueuer o where o.dedupe_key = j.dedupe_key and o.status in ('queued', 'picked')
    ) as waits_again
    from pgqueuer j where j.id = $1 and j.status = 'failed' for update
    """,
)
# As PgQueuer 1.6 does it, with its record.
REQUEUE = Command(
    """
    with again as (
      update pgqueuer set status = 'queued', execute_after = now(), updated = now(), attempts = 0,
        queue_manager_id = null
      where id = $1 and status = 'failed' returning id, entrypoint, priority
    )
    insert into pgqueuer_log (job_id, status, entrypoint, priority)
    select id, 'queued', entrypoint, priority from again
    """
)
# How long a failed job rests before housekeeping starts it again, so that staff see it, and work that failed
# by a transient fault of another system is repeated.
RESTED_FOR: LiteralString = "interval '15 minutes'"


def build_just_failed_condition(key: LiteralString) -> LiteralString:
    """A condition: the job with this key has failed, and rests before it starts again.

    `key` is SQL with qualified columns. For statements of housekeeping that look for work that was left:
    without it, what always fails would come before what was left for another reason.
    """
    return f"""
      exists (select from pgqueuer failed where failed.dedupe_key = {key} and failed.status = 'failed'
        and failed.updated > now() - {RESTED_FOR})
    """


DROP = Command("delete from pgqueuer where id = $1 and status = 'failed'")

# What a lost connection looks like, also in the middle of an exchange; a server that stops, is not
# up yet, has no connection left, or is not the primary any more.
DATABASE_AWAY = (
    OSError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.OperatorInterventionError,
    asyncpg.PostgresConnectionError,
    asyncpg.ReadOnlySQLTransactionError,
    asyncpg.TooManyConnectionsError,
    FailingListenerError,
)
RECONNECT_SECONDS = 1.0
LEFT_FOR = timedelta(minutes=5)
FIRST_REPETITION = timedelta(seconds=2)  # each later one waits twice as long
# Of one name, in one worker. All that is due is taken at once; of thousands the last would wait so long for a
# connection that they fail. Jobs of another name do not wait for those whose server hangs.
AT_ONCE = 100

Handler = Callable[..., Awaitable[None]]


class OfNewerVersion(Exception):
    """Raised by a handler for what this version does not know: while versions change, or after the newer was
    taken back. The job waits, untried, for a process that knows it."""


@dataclass(frozen=True, slots=True)
class _RegisteredJob:
    handler: Handler
    max_attempts: int


_handlers: dict[str, _RegisteredJob] = {}
_schedules: dict[str, tuple[str, Handler]] = {}


def job(name: str, *, max_attempts: int = 8) -> Callable[[Handler], Handler]:
    """Register `async def handler(context: JobContext, **payload)`. Retries back off to 5 minutes."""

    def register(handler: Handler) -> Handler:
        _handlers[name] = _RegisteredJob(handler, max_attempts)
        return handler

    return register


def scheduled_job(name: str, cron: str) -> Callable[[Handler], Handler]:
    """Register `async def handler(context: JobContext)` to run by a cron expression, UTC."""

    def register(handler: Handler) -> Handler:
        _schedules[name] = (cron, handler)
        return handler

    return register


def list_scheduled_jobs() -> Mapping[str, Handler]:
    """What runs by the clock, by name."""
    return {name: handler for name, (_, handler) in _schedules.items()}


async def enqueue(
    db: Db,
    name: str,
    /,
    *,
    after: timedelta | None = None,
    once: str | None = None,
    **payload: Any,
) -> None:
    """Enqueue in the open transaction. `once`: no second job while one with this key waits or runs; one that
    has failed starts again."""
    await ENQUEUE.run(db, _require_known_job(name), encode_job_payload(**payload), after, once)


def encode_job_payload(**payload: Any) -> bytes:
    """The payload as the queue stores it."""
    return orjson.dumps(payload, default=str)


def _require_known_job(name: str) -> str:
    if name not in _handlers:
        raise LookupError(f"no job is named {name}")
    return name


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
        for name, (cron, handler) in _schedules.items():
            self._add_schedule(queue, name, cron, handler)
        return queue

    def _build_queue_without_schedules(self) -> PgQueuer:
        driver = AsyncpgPoolDriver(self._database.pool)
        queue = PgQueuer(driver, queries=_JobRecords(driver))
        for name, registered in _handlers.items():
            self._add_job(queue, name, registered)
        return queue

    def _add_job(self, queue: PgQueuer, name: str, registered: _RegisteredJob) -> None:
        def executor(parameters: EntrypointExecutorParameters) -> DatabaseRetryEntrypointExecutor:
            return DatabaseRetryEntrypointExecutor(
                parameters,
                max_attempts=registered.max_attempts - 1,  # it counts only the repetitions
                initial_delay=FIRST_REPETITION,
            )

        turns = asyncio.Semaphore(AT_ONCE)

        async def run(queued: Job) -> None:
            payload = orjson.loads(queued.payload or b"{}")
            attempt = queued.attempts + 1
            last = attempt >= registered.max_attempts
            context = JobContext(self._database, self._resources, queued.id, attempt, last)
            told = {"gatehouse.job.id": queued.id, "gatehouse.job.attempt": attempt}
            async with turns:
                with span(f"job {name}", SpanKind.CONSUMER, told):
                    try:
                        await registered.handler(context, **payload)
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

    def _add_schedule(self, queue: PgQueuer, name: str, cron: str, handler: Handler) -> None:
        async def run(_: Schedule) -> None:
            with span(f"job {name}", SpanKind.INTERNAL, {}):
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
            except DATABASE_AWAY as error:
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
