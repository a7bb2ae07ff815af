"""How the installation does, and what becomes of jobs that gave up."""

from dataclasses import asdict
from datetime import timedelta

from gatehouse import __version__
from gatehouse.access.client import Client
from gatehouse.access.vendor import VendorPrincipal
from gatehouse.audit.actors import by_vendor
from gatehouse.audit.service import announce_event
from gatehouse.kit import clock, jobs
from gatehouse.kit.db import Db
from gatehouse.licensing.reconciliation.stuck_events import count_stuck
from gatehouse.system import queries
from gatehouse.system.errors import FailedJobNotFound, JobWaitsAgain
from gatehouse.system.events import JobDropped, JobRetried
from gatehouse.system.schemas import (
    ChannelOut,
    DatabaseOut,
    FailedJobOut,
    JobsOut,
    JobsQuery,
    MigrationOut,
    SystemKeyOut,
    SystemOut,
    WaitingJobsOut,
)
from gatehouse.system.upgrades import note_of

SHOWN_MIGRATIONS = 20
COUNTED = 10_000
LATELY = timedelta(days=1)


async def read_system_state(db: Db) -> SystemOut:
    database = await queries.DATABASE.one(db)
    channels = await queries.CHANNELS.all(db, clock.now() - LATELY)
    return SystemOut(
        version=__version__,
        migrations=[
            MigrationOut(name=one.name, applied_at=one.applied_at, note=note_of(one.name))
            for one in await queries.MIGRATIONS.all(db, SHOWN_MIGRATIONS)
        ],
        database=DatabaseOut(**asdict(database)),
        channels=[ChannelOut(**asdict(one)) for one in channels],
        stuck_payment_events=await count_stuck(db),
        keys=[SystemKeyOut(**asdict(one)) for one in await queries.KEYS.all(db)],
    )


async def list_jobs(db: Db, query: JobsQuery) -> JobsOut:
    return JobsOut(
        running=await jobs.RUNNING.one(db),
        waiting=[WaitingJobsOut(**asdict(one)) for one in await jobs.WAITING.all(db, COUNTED)],
        failed=[
            FailedJobOut(**asdict(one))
            for one in await jobs.FAILED.all(db, query.offset, query.limit)
        ],
        failed_total=await jobs.COUNT_FAILED.one(db, COUNTED),
    )


async def retry_job(db: Db, caller: VendorPrincipal, client: Client, job_id: int) -> None:
    """Enqueue the failed job again, as if it were new. Raises `FailedJobNotFound`, and `JobWaitsAgain` when
    another job that does the same waits already."""
    job = await _require_failed_job(db, job_id)
    if job.waits_again:
        raise JobWaitsAgain("Another job that does the same waits already: drop this one")
    await jobs.REQUEUE.run(db, job_id)
    await announce_event(db, JobRetried(None, job_id, job.name), by=by_vendor(caller, client))


async def drop_job(db: Db, caller: VendorPrincipal, client: Client, job_id: int) -> None:
    """What it would have done never happens. Raises `FailedJobNotFound`."""
    job = await _require_failed_job(db, job_id)
    await jobs.DROP.run(db, job_id)
    await announce_event(db, JobDropped(None, job_id, job.name), by=by_vendor(caller, client))


async def _require_failed_job(db: Db, job_id: int) -> jobs.FailedName:
    job = await jobs.HOLD_FAILED.first(db, job_id)
    if job is None:
        raise FailedJobNotFound("No job with this number has given up")
    return job
