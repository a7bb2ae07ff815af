"""Jobs: enqueued on the request's own transaction, run by a worker (`worker.py`).

A rolled-back change sends nothing; a committed one is never lost. A handler may run twice, so it is
idempotent. Payloads are ids, not data.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, LiteralString

import asyncpg
import orjson

from gatehouse.kit.db import Command, Database, Db, Query
from gatehouse.kit.manifest import find_importing_module, load_module, read_manifest
from gatehouse.kit.resources import Resources
from gatehouse.kit.schemas import Wire


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


def build_known_job_condition(key: LiteralString) -> LiteralString:
    """A condition: the job with this key waits or runs, or has failed and rests before it starts again.

    `key` is SQL with qualified columns. For statements of housekeeping that look for a limited number of what
    was left: without it, what is tried again and again would come before what has no job.
    """
    return f"""
      (exists (select from pgqueuer waiting where waiting.dedupe_key = {key}
          and waiting.status in ('queued', 'picked'))
        or exists (select from pgqueuer failed where failed.dedupe_key = {key} and failed.status = 'failed'
          and failed.updated > now() - {RESTED_FOR}))
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
)

Handler = Callable[..., Awaitable[None]]


class OfNewerVersion(Exception):
    """Raised by a handler for what this version does not know: while versions change, or after the newer was
    taken back. The job waits, untried, for a process that knows it."""


@dataclass(frozen=True, slots=True)
class RegisteredJob:
    handler: Handler
    max_attempts: int
    module: str


@dataclass(frozen=True, slots=True)
class RegisteredSchedule:
    handler: Handler
    cron: str
    module: str


# Those of imported modules. The manifest has the others.
registered_jobs: dict[str, RegisteredJob] = {}
registered_schedules: dict[str, RegisteredSchedule] = {}


def job(name: str, *, max_attempts: int = 8) -> Callable[[Handler], Handler]:
    """Register `async def handler(context: JobContext, **payload)`. Retries back off to 5 minutes."""

    def register(handler: Handler) -> Handler:
        registered_jobs[name] = RegisteredJob(handler, max_attempts, find_importing_module())
        return handler

    return register


def scheduled_job(name: str, cron: str) -> Callable[[Handler], Handler]:
    """Register `async def handler(context: JobContext)` to run by a cron expression, UTC."""

    def register(handler: Handler) -> Handler:
        registered_schedules[name] = RegisteredSchedule(handler, cron, find_importing_module())
        return handler

    return register


def list_jobs() -> dict[str, int]:
    """The most attempts of each job, by its name."""
    declared = {name: one["max_attempts"] for name, one in read_manifest()["jobs"].items()}
    return {name: one.max_attempts for name, one in [*registered_jobs.items()]} | declared


def list_schedules() -> dict[str, str]:
    """The cron expression of each scheduled job, by its name."""
    declared = {name: one["cron"] for name, one in read_manifest()["schedules"].items()}
    return {name: one.cron for name, one in [*registered_schedules.items()]} | declared


async def load_job(name: str) -> RegisteredJob:
    """The job, with the whole module around it: a module that is being imported may have registered it."""
    declared = read_manifest()["jobs"].get(name)
    if declared is not None:
        await load_module(declared["module"])
    return registered_jobs[name]


async def load_schedule(name: str) -> RegisteredSchedule:
    """The scheduled job, with the whole module around it."""
    declared = read_manifest()["schedules"].get(name)
    if declared is not None:
        await load_module(declared["module"])
    return registered_schedules[name]


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
    if name not in registered_jobs and name not in read_manifest()["jobs"]:
        raise LookupError(f"no job is named {name}")
    return name
