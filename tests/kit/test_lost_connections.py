"""A connection that is lost on the way: the cause is told, nothing lost is called done, nothing leaks."""

import asyncio
import random
from contextlib import suppress
from typing import Any
from uuid import uuid4

import asyncpg
import pytest

from gatehouse.kit.db import Command, Database, Db, Query, Scope, held_connections
from gatehouse.kit.db.database import SYSTEM_ROLE
from gatehouse.kit.errors import Conflict

ADD = Command("insert into metadata (entity_name) values ($1)")
COUNT = Query(int, "select count(*) from metadata where entity_name = $1")
BROKEN = Command("select 1 / 0")
CONNECTIONS = 2


class Cause(OSError):
    """What went wrong in the first place."""


class Kept(Conflict):
    keeps_writes = True


@pytest.fixture
async def small(database_url):
    opened = await Database.connect(database_url, connections=CONNECTIONS)
    yield opened
    await opened.close()


async def _cut(own: Db, other: Db) -> None:
    """The server ends the connection, and the driver has heard of it."""
    connection = own.connection
    pid = await connection.fetchval("select pg_backend_pid()")
    await other.connection.execute("set role none")
    await other.connection.fetchval("select pg_terminate_backend($1)", pid)
    await other.connection.execute("reset role")
    async with asyncio.timeout(10):
        with suppress(asyncpg.InterfaceError):  # the pool has taken it back
            while not connection.is_closed():  # noqa: ASYNC110  no event tells
                await asyncio.sleep(0)


async def _all_work(database: Database) -> None:
    """Every connection of both pools can be had, and this task is known to hold none."""
    held_connections.check_no_connection_held("nothing is held")
    single = database._single
    assert single is not None

    async def take() -> Any:
        return await single.take_connection(SYSTEM_ROLE)

    async def give_back(connection: Any) -> None:
        single.give_back_connection(connection)

    pools = (
        (database.pool.acquire, database.pool.release, database.pool.get_max_size()),
        (take, give_back, CONNECTIONS // 2),
    )
    for acquire, end, count in pools:
        async with asyncio.timeout(10):
            taken = [await acquire() for _ in range(count)]
        for connection in taken:
            assert await connection.fetchval("select 1") == 1
            assert not connection.is_in_transaction()
            await end(connection)


@pytest.mark.parametrize("unit", ["transaction", "one_statement"])
@pytest.mark.parametrize("cause", [Cause, RuntimeError, asyncpg.InterfaceError])
async def test_the_cause_is_raised_not_the_state_of_the_connection(small, db, unit, cause):
    async def work() -> None:
        async with (
            small.transaction(Scope.system()) if unit == "transaction" else small.one_statement()
        ) as own:
            await COUNT.one(own, "x")
            await _cut(own, db)
            raise cause("the cause")

    with pytest.raises(cause, match="the cause"):
        await work()
    await _all_work(small)


@pytest.mark.parametrize("end", ["well", "kept"])
async def test_a_commit_that_the_server_never_heard_is_an_error(small, db, end):
    name = uuid4().hex

    async def work() -> None:
        async with small.transaction(Scope.system()) as own:
            await ADD.run(own, name)
            await _cut(own, db)
            if end == "kept":
                raise Kept("no")

    with pytest.raises((asyncpg.InterfaceError, asyncpg.PostgresConnectionError)):
        await work()
    assert await COUNT.one(db, name) == 0
    await _all_work(small)


@pytest.mark.parametrize("end", ["well", "kept"])
async def test_a_commit_that_the_server_made_a_rollback_is_an_error(small, db, end):
    """Code that continues after a failed statement has written nothing."""
    name = uuid4().hex

    async def work() -> None:
        async with small.transaction(Scope.system()) as own:
            await ADD.run(own, name)
            with suppress(asyncpg.DivisionByZeroError):
                await BROKEN.run(own)
            if end == "kept":
                raise Kept("no")

    with pytest.raises(asyncpg.InFailedSQLTransactionError):
        await work()
    assert await COUNT.one(db, name) == 0
    await _all_work(small)


async def test_cancelled_at_any_moment_nothing_leaks(small):
    chance = random.Random(7)  # noqa: S311  the moments are the same in each run

    async def work(number: int) -> None:
        unit = small.transaction(Scope.system()) if number % 2 else small.one_statement()
        async with unit as own:
            await own.open() if number % 2 else None
            await own.connection.execute("select pg_sleep(0.002)")
        held_connections.check_no_connection_held("nothing is held")

    async def cancelled(number: int) -> None:
        task = asyncio.create_task(work(number))
        for _ in range(chance.randrange(60)):
            await asyncio.sleep(0)
        task.cancel()
        with suppress(asyncio.CancelledError, TimeoutError):
            await task

    for _ in range(20):
        await asyncio.gather(*(cancelled(number) for number in range(12)))
    await _all_work(small)


async def test_waiting_too_long_for_a_connection_raises_and_takes_none(database_url):
    small = await Database.connect(database_url, connections=1, patience=1)
    try:
        async with small.transaction(Scope.system()) as own:
            await own.open()
            for _ in range(3):
                with pytest.raises(TimeoutError):
                    async with small.transaction(Scope.system()) as other:
                        await COUNT.one(other, "x")
        await _all_work(small)
    finally:
        await small.close()
