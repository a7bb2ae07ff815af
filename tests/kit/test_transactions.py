"""One request is one transaction: committed before the answer leaves, or not at all."""

import asyncio
from uuid import uuid4

import pytest
from fastapi import APIRouter

from gatehouse.access.guard import SystemTransaction
from gatehouse.kit.db import Command, Database, Query, Scope
from gatehouse.kit.errors import Conflict
from tests.databases import opened
from tests.small_app import browse, watch_start

ADD = Command("insert into metadata (entity_name) values ($1)")
COUNT = Query(int, "select count(*) from metadata where entity_name = $1")
router = APIRouter()


class Refused(Conflict):
    code = "records.refused"


class RefusedButKept(Conflict):
    code = "records.refused_but_kept"
    keeps_writes = True


OUTCOMES = {"refused": Refused, "kept": RefusedButKept, "broken": RuntimeError}


@router.post("/records/{name}/{outcome}")
async def add_record(name: str, outcome: str, db: SystemTransaction) -> dict[str, str]:
    await ADD.run(db, name)
    if outcome == "slow":
        await asyncio.sleep(30)
    if outcome == "slow-statement":
        await db.connection.execute("select pg_sleep(30)")
    if outcome in OUTCOMES:
        raise OUTCOMES[outcome]("no")
    return {"name": name}


@pytest.fixture
def name() -> str:
    return uuid4().hex


async def test_the_change_is_there_before_the_answer_leaves(settings, resources, db, name):
    there: list[int] = []

    async def look() -> None:
        there.append(await COUNT.one(db, name))

    async with browse(router, settings, resources, wrap=watch_start(look)) as http:
        assert (await http.post(f"/records/{name}/well")).status_code == 200
    assert there == [1]


@pytest.mark.parametrize(
    ("outcome", "status", "kept"), [("refused", 409, 0), ("broken", 500, 0), ("kept", 409, 1)]
)
async def test_an_error_undoes_the_change_unless_it_keeps_it(
    settings, resources, db, log_as, name, outcome, status, kept
):
    log_as("json")
    async with browse(router, settings, resources) as http:
        assert (await http.post(f"/records/{name}/{outcome}")).status_code == status
    assert await COUNT.one(db, name) == kept


@pytest.mark.parametrize("outcome", ["slow", "slow-statement"])
async def test_a_request_that_is_cut_off_changes_nothing(settings, resources, db, name, outcome):
    hasty = settings.model_copy(update={"request_timeout_seconds": 0.2})
    async with browse(router, hasty, resources) as http:
        answer = await http.post(f"/records/{name}/{outcome}")
    assert (answer.status_code, answer.json()["errorCode"]) == (503, "server.timeout")
    assert await COUNT.one(db, name) == 0


async def test_a_scope_ends_with_its_transaction(database: Database, world):
    person = await world.person("Admin")
    async with opened(database, Scope.tenant(person.tenant_id, person.id)) as db:
        assert await db.connection.fetchval("select count(*) from memberships") == 1
        assert await db.connection.fetchval("select gatehouse_user()") == person.id
    async with database.pool.acquire() as connection:
        assert await connection.fetchval("select count(*) from memberships") == 0
        assert await connection.fetchval("select gatehouse_user()") is None


async def test_the_hottest_calls_are_single_statements_of_the_system(database: Database, db, name):
    async with database.one_statement() as single:
        await ADD.run(single, name)
    assert await COUNT.one(db, name) == 1


@pytest.mark.parametrize("moment", ["begin", "statement"])
async def test_a_connection_whose_rollback_failed_is_not_used_again(
    database_url: str, world, name, moment
):
    person = await world.person("Admin")
    database = await Database.connect(database_url, connections=1)
    working = asyncio.Event()

    async def work() -> None:
        async with opened(database, Scope.system()) as db:
            await ADD.run(db, name)
            working.set()
            await db.connection.execute("select pg_sleep(30)")

    task = asyncio.create_task(work())
    if moment == "statement":
        await working.wait()
    await asyncio.sleep(0)  # it waits for the database now
    task.cancel()
    await asyncio.sleep(0)  # and now for the rollback
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    async with database.pool.acquire() as connection:
        assert not connection.is_in_transaction()
        assert not await connection.fetchval("select current_setting('gatehouse.scope', true)")
        assert not connection.is_in_transaction()
    async with opened(database, Scope.tenant(person.tenant_id)) as db:
        assert await COUNT.one(db, name) == 0
        assert await db.connection.fetchval("select count(*) from memberships") == 1
    await database.close()


async def test_a_hottest_call_that_is_cut_off_leaves_nothing_to_the_next(database_url: str, name):
    database = await Database.connect(database_url, connections=1)
    working = asyncio.Event()

    async def work() -> None:
        async with database.one_statement() as db:
            await db.connection.fetchval("select 1")
            working.set()
            await db.connection.execute(f"select pg_sleep(30), '{name}'")

    task = asyncio.create_task(work())
    await working.wait()
    await asyncio.sleep(0)  # it waits for the database now
    task.cancel()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    async with database.one_statement() as db:
        assert await COUNT.one(db, name) == 0
        assert not db.connection.is_in_transaction()
    await database.close()
