"""Jobs: nothing before the commit, nothing lost after it, retries with back-off, then held."""

import asyncio
from datetime import timedelta
from uuid import uuid4

import asyncpg
import pytest
from pgqueuer.adapters.persistence.queries import Queries
from pgqueuer.core.qm import QueueManager
from pgqueuer.models import Job

from gatehouse.kit import jobs
from gatehouse.kit import worker as worker_module
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.kit.events import FAN_OUT
from gatehouse.kit.jobs import JobContext, enqueue, job
from gatehouse.kit.resources import Resources
from gatehouse.kit.worker import Worker
from tests.databases import opened

ran: dict[str, list[JobContext]] = {}


@job("tests.note")
async def note(context: JobContext, key: str) -> None:
    ran.setdefault(key, []).append(context)


@job("tests.fail", max_attempts=3)
async def fail(context: JobContext, key: str, until: int) -> None:
    ran.setdefault(key, []).append(context)
    async with opened(context.database, Scope.system()) as db:
        await db.connection.execute("insert into metadata (entity_name) values ($1)", new_key())
        if context.attempt < until:
            raise ConnectionError("the other side is away")


held: dict[str, list[asyncio.Event]] = {}


@job("tests.hold")
async def hold(context: JobContext, key: str) -> None:
    """Goes on once the test says so."""
    held[key].append(asyncio.Event())
    await held[key][-1].wait()


def new_key() -> str:
    return f"job-{uuid4().hex}"


@pytest.fixture
def key() -> str:
    return new_key()


async def rows(db: Db, key: str) -> list[tuple[str, int, float]]:
    """State, repetitions so far and seconds until the next, of what is in the queue."""
    found = await db.connection.fetch(
        "select status::text, attempts, extract(epoch from execute_after - updated)::float as wait"
        " from pgqueuer where convert_from(payload, 'UTF8') like '%' || $1 || '%' order by id",
        key,
    )
    return [(row["status"], row["attempts"], round(row["wait"])) for row in found]


async def make_due(db: Db, key: str) -> None:
    await db.connection.execute(
        "update pgqueuer set execute_after = now()"
        " where status = 'queued' and convert_from(payload, 'UTF8') like '%' || $1 || '%'",
        key,
    )


async def test_a_committed_job_runs_once(database: Database, db: Db, run_jobs, key):
    async with opened(database, Scope.system()) as own:
        await enqueue(own, "tests.note", key=key)
        await run_jobs()
        assert key not in ran
    await run_jobs()
    await run_jobs()
    [context] = ran[key]
    assert (context.attempt, context.last_attempt) == (1, False)
    assert await rows(db, key) == []


async def test_a_job_is_not_given_up_because_its_repetition_cannot_be_written(
    database: Database, db: Db, run_jobs, key, monkeypatch
):
    written = Queries.retry_job

    async def away(queries: Queries, job: Job, *about: object) -> None:
        # As ten seconds later, when its worker is thought dead.
        await db.connection.execute(
            "update pgqueuer set heartbeat = now() - interval '1 hour' where id = $1", job.id
        )
        monkeypatch.setattr(Queries, "retry_job", written)
        raise ConnectionError("the database is away")

    monkeypatch.setattr(Queries, "retry_job", away)
    async with opened(database, Scope.system()) as own:
        await enqueue(own, "tests.fail", key=key, until=2)
    await run_jobs()
    assert [context.attempt for context in ran[key]] == [1, 1]
    assert await rows(db, key) == [("queued", 1, 60)]


async def test_a_job_of_an_undone_change_never_runs(database: Database, db: Db, run_jobs, key):
    async def change() -> None:
        async with opened(database, Scope.system()) as own:
            await enqueue(own, "tests.note", key=key)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await change()
    await run_jobs()
    assert key not in ran
    assert await rows(db, key) == []


async def test_a_tenants_own_transaction_may_enqueue(world, database: Database, run_jobs, key):
    async with opened(database, Scope.tenant(await world.tenant())) as own:
        await enqueue(own, "tests.note", key=key)
    await run_jobs()
    assert len(ran[key]) == 1


async def test_a_job_with_the_same_key_is_queued_once(database: Database, db: Db, run_jobs, key):
    for _ in range(3):
        async with opened(database, Scope.system()) as own:
            await enqueue(own, "tests.note", once=key, key=key)
            await enqueue(own, "tests.note", once=key, key=key)
    assert len(await rows(db, key)) == 1
    await run_jobs()
    async with opened(database, Scope.system()) as own:
        await enqueue(own, "tests.note", once=key, key=key)
    await run_jobs()
    assert len(ran[key]) == 2


async def test_a_job_for_later_stays(database: Database, db: Db, run_jobs, key):
    async with opened(database, Scope.system()) as own:
        await enqueue(own, "tests.note", after=timedelta(hours=1), key=key)
    await run_jobs()
    assert key not in ran
    assert await rows(db, key) == [("queued", 0, 3600)]
    await make_due(db, key)
    await run_jobs()
    assert len(ran[key]) == 1


async def test_a_failing_job_is_repeated_ever_later_and_then_held(
    database: Database, db: Db, run_jobs, key
):
    async with opened(database, Scope.system()) as own:
        await enqueue(own, "tests.fail", key=key, until=9)
    states = []
    for _ in range(3):
        await run_jobs()
        states += await rows(db, key)
        await make_due(db, key)
    assert [state[:2] for state in states] == [("queued", 1), ("queued", 2), ("failed", 2)]
    assert [wait for *_, wait in states[:2]] == [60, 120]
    assert [(one.attempt, one.last_attempt) for one in ran[key]] == [
        (1, False),
        (2, False),
        (3, True),
    ]
    assert len({one.job_id for one in ran[key]}) == 1
    story = await db.connection.fetchval(
        "select traceback::text from pgqueuer_log where job_id = $1 and status = 'failed'",
        ran[key][0].job_id,
    )
    assert "the other side is away" in story


async def test_a_job_of_a_newer_version_is_left_to_that_version(
    database: Database, db: Db, run_jobs, key
):
    """As when processes are replaced one by one, or the newer version is taken back."""
    actor = dict.fromkeys(("id", "userId", "email", "impersonatorId", "ip", "userAgent"))
    news = {
        "id": str(uuid4()),
        "name": "nobody.knows",
        "occurredAt": "2030-01-01T00:00:00+00:00",
        "tenantId": None,
        "actor": {"kind": "system", **actor},
        "data": {"key": key},
    }
    async with opened(database, Scope.system()) as other:
        await enqueue(other, FAN_OUT, news=news)
    for _ in range(jobs.registered_jobs[FAN_OUT].max_attempts + 1):
        await run_jobs()
        assert await rows(db, key) == [("queued", 0, 300)]
        await make_due(db, key)
    await db.connection.execute(
        "delete from pgqueuer where convert_from(payload, 'UTF8') like '%' || $1 || '%'", key
    )


async def test_a_job_that_fails_at_first_is_done_at_last(database: Database, db: Db, run_jobs, key):
    async with opened(database, Scope.system()) as own:
        await enqueue(own, "tests.fail", key=key, until=2)
    await run_jobs()
    await make_due(db, key)
    await run_jobs()
    assert [one.attempt for one in ran[key]] == [1, 2]
    assert await rows(db, key) == []


async def test_two_workers_share_the_work(database: Database, resources: Resources, key):
    async with opened(database, Scope.system()) as own:
        for number in range(20):
            await enqueue(own, "tests.note", key=f"{key}-{number}")
    await asyncio.gather(*(Worker(database, resources).drain() for _ in range(2)))
    assert [len(ran[f"{key}-{number}"]) for number in range(20)] == [1] * 20


async def test_a_worker_listens_again_after_its_connection_is_lost(
    database: Database, resources: Resources, database_url: str, monkeypatch
):
    often = timedelta(seconds=0.05)
    monkeypatch.setattr(QueueManager._run_periodic_health_check, "__defaults__", (often,))
    monkeypatch.setattr(worker_module, "RECONNECT_SECONDS", 0)
    listeners = """
        select pid from pg_stat_activity
        where datname = current_database() and query ilike 'listen%' and pid <> $1
    """
    watcher = await asyncpg.connect(database_url)

    async def listening(*, other_than: int) -> int:
        while (pid := await watcher.fetchval(listeners, other_than)) is None:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        return int(pid)

    worker = Worker(database, resources)
    working = asyncio.create_task(worker.run())
    async with asyncio.timeout(30):
        lost = await listening(other_than=0)
        await watcher.execute("select pg_terminate_backend($1)", lost)
        await listening(other_than=lost)
        worker.stop()
        await working
    await watcher.close()


async def test_the_concurrency_limit_of_a_job_delays_no_other_jobs(
    database: Database, resources: Resources, db: Db, key: str, monkeypatch: pytest.MonkeyPatch
):
    """Each would wait for a connection, the last of them in vain."""
    monkeypatch.setattr(worker_module, "AT_ONCE", 20)
    taken = (
        "select count(*) from pgqueuer where status = 'picked' and entrypoint = 'tests.hold'"
        " and convert_from(payload, 'UTF8') like '%' || $1 || '%'"
    )
    held[key] = []
    async with opened(database, Scope.system()) as own:
        for _ in range(50):
            await enqueue(own, "tests.hold", key=key)
        await enqueue(own, "tests.note", key=key)
    draining = asyncio.create_task(Worker(database, resources).drain())
    async with asyncio.timeout(60):
        while await db.connection.fetchval(taken, key) < 50:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        while key not in ran:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        assert len(held[key]) == 20
        for number in range(50):
            while len(held[key]) <= number:  # noqa: ASYNC110
                await asyncio.sleep(0)
            held[key][number].set()
        await draining
    assert len(held[key]) == 50


async def test_an_unknown_job_cannot_be_enqueued(database: Database):
    with pytest.raises(LookupError, match=r"tests\.unknown"):
        async with opened(database, Scope.system()) as own:
            await enqueue(own, "tests.unknown")


class _Away:
    async def run(self, **_: object) -> None:
        raise ConnectionError

    shutdown = asyncio.Event()


@pytest.mark.parametrize("turns", range(5))
async def test_a_worker_that_is_canceled_as_it_stops_is_canceled(
    database: Database, resources: Resources, monkeypatch: pytest.MonkeyPatch, turns: int
):
    """While it waits for a database that is away; whatever turn of the event loop the two meet in."""
    worker = Worker(database, resources)
    monkeypatch.setattr(worker, "_build_queue", _Away)
    running = asyncio.create_task(worker.run())
    async with asyncio.timeout(20):
        while not worker._stopping._waiters:  # noqa: ASYNC110
            await asyncio.sleep(0)
    worker.stop()
    for _ in range(turns):
        await asyncio.sleep(0)
    if running.cancel():
        with pytest.raises(asyncio.CancelledError):
            await running
