"""How the installation does, and what becomes of jobs that gave up."""

from datetime import timedelta
from functools import cache

from gatehouse import __version__
from gatehouse.access.signing_keys import KeyRing
from gatehouse.access.vendor import VendorPrincipal, must_have_recent_mfa
from gatehouse.audit.service import announce_event
from gatehouse.kit import clock, jobs
from gatehouse.kit.db import Db
from gatehouse.kit.db.migrate import MIGRATIONS
from gatehouse.kit.errors import Conflict, NotFound
from gatehouse.kit.events import Event
from gatehouse.kit.resources import Resources
from gatehouse.licensing.reconciliation.stuck_events import count_stuck_events
from gatehouse.system import queries
from gatehouse.system.schemas import Algorithm, JobsOut, JobsQuery, MigrationOut, SystemOut


class FailedJobNotFound(NotFound, code="system.job_not_found"): ...


class KeyWaits(Conflict, code="system.key_waits"): ...


class JobWaitsAgain(Conflict, code="system.job_waits_again"): ...


class JobRetried(Event):
    event_name = "system.job_retried"
    severity = "Medium"
    text = "Retried the failed job {job} ({job_id})"
    job_id: int
    job: str


class JobDropped(Event):
    event_name = "system.job_dropped"
    severity = "High"
    text = "Dropped the failed job {job} ({job_id})"
    job_id: int
    job: str


class SigningKeyRotated(Event):
    event_name = "system.key_rotated"
    severity = "High"
    text = "Published a new {algorithm} key ({key_id}), which signs tokens after ten minutes"
    key_id: str
    algorithm: str


async def rotate_signing_keys(
    db: Db, resources: Resources, caller: VendorPrincipal, algorithm: Algorithm
) -> None:
    """Published at once, it signs ten minutes later, as by `gatehouse rotate-keys`. `StepUpNeeded`,
    `KeyWaits` while the last one is only published."""
    must_have_recent_mfa(caller)
    if await queries.KEY_WAITS.one(db, algorithm, clock.now()):
        raise KeyWaits("A new key has already been published and signs in a few minutes")
    await db.pause()  # a large prime takes some tenths of a second to find
    by = caller.actor

    async def tell(held: Db, key_id: str) -> None:
        await announce_event(held, SigningKeyRotated(None, key_id, algorithm), by=by)

    await resources[KeyRing].rotate(algorithm, tell=tell)


# Lines for the migration runner.
DIRECTIVES = ("depends:", "contracts:", "transactional:")


@cache
def read_migration_note(name: str) -> str:
    """The first comment of a migration of this version; empty for one of another version, or without any."""
    try:
        lines = (MIGRATIONS / f"{name}.sql").read_text().splitlines()
    except OSError:
        return ""
    words: list[str] = []
    for line in lines:
        said = line.removeprefix("--").strip()
        if not line.startswith("--"):
            break
        if said and not said.startswith(DIRECTIVES):
            words.append(said)
    return " ".join(words)


SHOWN_MIGRATIONS = 20
COUNTED = 10_000
LATELY = timedelta(days=1)


async def read_system_state(db: Db) -> SystemOut:
    return SystemOut(
        version=__version__,
        migrations=[
            MigrationOut(
                name=one.name, applied_at=one.applied_at, note=read_migration_note(one.name)
            )
            for one in await queries.MIGRATIONS.all(db, SHOWN_MIGRATIONS)
        ],
        database=await queries.DATABASE.one(db),
        channels=await queries.CHANNELS.all(db, clock.now() - LATELY),
        stuck_payment_events=await count_stuck_events(db),
        keys=await queries.KEYS.all(db),
    )


async def list_jobs(db: Db, query: JobsQuery) -> JobsOut:
    return JobsOut(
        running=await jobs.RUNNING.one(db),
        waiting=await jobs.WAITING.all(db, COUNTED),
        failed=await jobs.FAILED.all(db, query.offset, query.limit),
        failed_total=await jobs.COUNT_FAILED.one(db, COUNTED),
    )


async def retry_job(db: Db, caller: VendorPrincipal, job_id: int) -> None:
    """Enqueue the failed job again, as if it were new. Raises `FailedJobNotFound`, and `JobWaitsAgain` when
    another job that does the same waits already."""
    job = await _require_failed_job(db, job_id)
    if job.waits_again:
        raise JobWaitsAgain("The same job is already pending. Drop this one.")
    await jobs.REQUEUE.run(db, job_id)
    await announce_event(db, JobRetried(None, job_id, job.name), by=caller.actor)


async def drop_job(db: Db, caller: VendorPrincipal, job_id: int) -> None:
    """What it would have done never happens. Raises `FailedJobNotFound`."""
    job = await _require_failed_job(db, job_id)
    await jobs.DROP.run(db, job_id)
    await announce_event(db, JobDropped(None, job_id, job.name), by=caller.actor)


async def _require_failed_job(db: Db, job_id: int) -> jobs.FailedName:
    job = await jobs.HOLD_FAILED.first(db, job_id)
    if job is None:
        raise FailedJobNotFound("No failed job has this number")
    return job
