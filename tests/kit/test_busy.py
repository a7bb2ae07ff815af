"""Where the database makes us wait too long or goes away, callers hear to come again: 503, not 500."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import asyncpg
import pytest
from fastapi import APIRouter

from gatehouse.access.guard import SystemTransaction
from gatehouse.kit.db import Database
from gatehouse.kit.resources import AllResources, Resources
from tests.databases import own_database
from tests.small_app import browse

router = APIRouter()


class Urls(dict[str, str]):
    """Addresses of databases that cannot be reached."""


LOCKED = "update metadata set configuration = '{}' where entity_name = 'adminBox'"
TAKE = "lock table metadata in access exclusive mode"


@router.get("/transactions/{what}")
@router.get("/api/v1/transactions/{what}")
async def act(what: str, db: SystemTransaction) -> None:
    execute = (await db.open()).execute
    match what:
        case "lock":
            await execute(f"set local lock_timeout = '20ms'; {LOCKED}")
        case "statement":
            await execute("set local statement_timeout = '20ms'; select pg_sleep(30)")
        case "terminated":
            await execute("set local role none; select pg_terminate_backend(pg_backend_pid())")
        case "standby":
            await execute("set local transaction_read_only = on")
            await execute(LOCKED)
        case "broken":  # what the driver says when the server fails in the middle of an exchange
            raise asyncpg.InternalClientError("cannot switch to state 12")
        case "misused":
            await asyncio.gather(execute("select pg_sleep(0.1)"), execute("select 1"))
        case "fault":
            await execute("select 1 / 0")


@router.get("/waits")
async def wait_for_a_connection(resources: AllResources) -> None:
    async with resources[Database].pool.acquire(timeout=0.05):
        raise AssertionError("there was one")


@router.get("/connects/{where}")
async def connect(where: str, resources: AllResources) -> None:
    await asyncpg.connect(resources[Urls][where])


@router.get("/files")
async def read_a_file() -> None:
    Path("/nowhere/at/all").read_text()  # noqa: ASYNC240  it fails at once


@pytest.fixture
async def url(server_url: str) -> AsyncIterator[str]:
    async with own_database(server_url) as own:
        yield own


@pytest.fixture
async def one_connection(url: str) -> AsyncIterator[Resources]:
    database = await Database.connect(url, connections=1)
    resources = Resources()
    resources.add(Database, database)
    yield resources
    await database.close()


BUSY: dict[str, Any] = {
    "errors": ["The service is busy. Try again in a moment."],
    "errorCode": "server.busy",
    "errorCodes": ["server.busy"],
    "context": {},
}


async def test_a_lock_that_another_holds_is_no_fault(settings, one_connection, url):
    other = await asyncpg.connect(url)
    async with browse(router, settings, one_connection) as http:
        async with other.transaction():
            await other.execute(TAKE)
            answer = await http.get("/transactions/lock")
            text = await http.get("/api/v1/transactions/lock")
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
        assert answer.json() == BUSY
        assert (text.status_code, text.text) == (503, BUSY["errors"][0])
        assert text.headers["retry-after"] == "1"
        assert (await http.get("/transactions/lock")).status_code == 200
    await other.close()


@pytest.mark.parametrize("what", ["statement", "terminated", "broken"])
async def test_a_terminated_connection_is_no_fault_and_the_next_call_works(
    settings, one_connection, what
):
    async with browse(router, settings, one_connection) as http:
        answer = await http.get(f"/transactions/{what}")
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
        assert answer.json() == BUSY
        assert (await http.get("/transactions/well")).status_code == 200


async def test_a_read_only_connection_is_replaced(settings, one_connection):
    """As after a change of the primary behind a proxy: the connection is there, and of no use."""
    pool = one_connection[Database].pool
    before = await pool.fetchval("select pg_backend_pid()")
    async with browse(router, settings, one_connection) as http:
        answer = await http.get("/transactions/standby")
        assert (answer.status_code, answer.json()) == (503, BUSY)
        assert (await http.get("/transactions/well")).status_code == 200
    assert await pool.fetchval("select pg_backend_pid()") != before


async def test_no_free_connection_is_no_fault(settings, one_connection):
    async with browse(router, settings, one_connection) as http:
        async with one_connection[Database].pool.acquire():
            answer = await http.get("/waits")
        assert (answer.status_code, answer.json()) == (503, BUSY)


async def test_a_process_that_ends_says_so(settings, one_connection):
    await one_connection[Database].close()
    async with browse(router, settings, one_connection) as http:
        answer = await http.get("/transactions/well")
    assert (answer.status_code, answer.json()) == (503, BUSY)


async def test_a_database_that_refuses_connections_is_no_fault(settings, url):
    name = f"few_{uuid4().hex[:12]}"
    owner = await asyncpg.connect(url)
    await owner.execute(f"create role {name} login connection limit 0")
    resources = Resources()
    resources.add(Urls, Urls({
        "full": url.replace("postgres@", f"{name}@", 1),
        "refused": "postgresql://nobody@127.0.0.1:1/nothing",
        "away": "postgresql://nobody@/nothing?host=/nowhere",
        "unnamed": "postgresql://nobody@no-such-host.invalid/nothing",
    }))  # fmt: skip
    async with browse(router, settings, resources) as http:
        for where in resources[Urls]:
            answer = await http.get(f"/connects/{where}")
            assert (answer.status_code, answer.json()) == (503, BUSY), where
    await owner.execute(f"drop role {name}")
    await owner.close()


@pytest.mark.parametrize("path", ["/transactions/fault", "/transactions/misused", "/files"])
async def test_our_own_faults_stay_faults(settings, one_connection, path):
    async with browse(router, settings, one_connection) as http:
        answer = await http.get(path)
    assert (answer.status_code, answer.json()["errorCode"]) == (500, "server.error")
    assert "retry-after" not in answer.headers
