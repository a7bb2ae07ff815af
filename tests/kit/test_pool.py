"""Connections are few, handed over in turn, and replaced when they are lost."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import pytest

from gatehouse.kit.db.pool import Pool

HERE = "select pg_backend_pid()"


@pytest.fixture
async def pool(database_url: str) -> AsyncIterator[Pool]:
    opened = Pool(lambda: asyncpg.connect(database_url), 2)
    yield opened
    await opened.close()


async def until_waiting(pool: Pool, count: int) -> None:
    while len(pool._waiting) < count:  # noqa: ASYNC110
        await asyncio.sleep(0)


async def test_no_more_are_opened_than_allowed(pool: Pool):
    async def use() -> int:
        async with pool.acquire() as connection:
            await connection.execute("select pg_sleep(0.01)")
            pid: int = await connection.fetchval(HERE)
            return pid

    assert len(set(await asyncio.gather(*(use() for _ in range(8))))) == 2


async def test_one_at_a_time_needs_one(pool: Pool):
    assert len({(await pool.fetch(HERE))[0][0] for _ in range(3)}) == 1


async def test_whoever_waits_longest_comes_first(pool: Pool):
    came: list[int] = []

    async def use(number: int) -> None:
        async with pool.acquire():
            came.append(number)
            await asyncio.sleep(0)

    first, second = await pool.take(), await pool.take()
    waiting = []
    for number in range(5):
        waiting.append(asyncio.create_task(use(number)))
        await until_waiting(pool, number + 1)
    pool.give_back(first)
    late = asyncio.create_task(use(5))
    pool.give_back(second)
    await asyncio.gather(*waiting, late)
    assert came == [0, 1, 2, 3, 4, 5]


async def test_who_gives_up_while_waiting_takes_nothing_along(pool: Pool):
    first, second = await pool.take(), await pool.take()
    patient, hasty, late = (asyncio.create_task(pool.take()) for _ in range(3))
    await until_waiting(pool, 3)
    hasty.cancel()
    pool.give_back(first)
    patient.cancel()  # has been handed the first one already, but does not know yet
    assert await late is first
    pool.give_back(first)
    pool.give_back(second)
    assert {await pool.take(), await pool.take()} == {first, second}


@pytest.mark.parametrize("in_use", [True, False])
async def test_a_lost_connection_is_replaced(pool: Pool, in_use: bool):
    lost, kept = await pool.take(), await pool.take()
    waiting = asyncio.create_task(pool.take())
    await until_waiting(pool, 1)
    pool.give_back(kept)
    assert await waiting is kept
    if not in_use:
        pool.give_back(lost)
    await kept.execute("select pg_terminate_backend($1)", lost.get_server_pid())
    while not lost.is_closed():  # noqa: ASYNC110
        await asyncio.sleep(0.001)
    if in_use:
        pool.give_back(lost)
    fresh = await pool.take()
    assert fresh not in (lost, kept)
    assert await fresh.fetchval("select 1") == 1


@pytest.mark.parametrize("waited_for", [True, False])
async def test_one_that_is_lost_and_never_given_back_is_replaced_too(
    database_url: str, waited_for: bool
):
    """PgQueuer gives a listener's connection back only while it lives."""
    pool = Pool(lambda: asyncpg.connect(database_url), 1)
    lost = await pool.take()
    waiting = asyncio.create_task(pool.take())
    if waited_for:
        await until_waiting(pool, 1)
    lost.terminate()
    fresh = await asyncio.wait_for(waiting, 5)
    assert fresh is not lost
    pool.give_back(lost)
    pool.give_back(fresh)
    assert (await pool.take(), pool._room) == (fresh, 0)
    await pool.close()


async def test_whoever_waits_gets_a_fresh_one_when_one_is_lost(pool: Pool):
    lost, kept = await pool.take(), await pool.take()
    waiting = asyncio.create_task(pool.take())
    await until_waiting(pool, 1)
    lost.terminate()
    pool.give_back(lost)
    assert await waiting not in (lost, kept)


async def test_a_transaction_that_was_not_ended_is_handed_to_nobody(pool: Pool):
    async with pool.acquire() as forgetful:
        await forgetful.execute("begin")
    async with pool.acquire() as next_one:
        assert next_one is not forgetful
        assert not next_one.is_in_transaction()


async def test_a_failure_to_connect_leaves_room_for_the_next(database_url: str):
    outcomes: list[Any] = [OSError("away"), None]

    async def connect() -> Any:
        if failure := outcomes.pop(0):
            raise failure
        return await asyncpg.connect(database_url)

    pool = Pool(connect, 1)
    with pytest.raises(OSError, match="away"):
        await pool.take()
    assert len(await pool.fetch("select 1")) == 1
    await pool.close()


async def test_after_the_end_nothing_works_and_nobody_waits(database_url: str):
    pool = Pool(lambda: asyncpg.connect(database_url), 1)
    used = await pool.take()
    waiting = asyncio.create_task(pool.take())
    await until_waiting(pool, 1)
    await pool.close()
    assert used.is_closed()
    with pytest.raises(ConnectionError):
        await waiting
    pool.give_back(used)
    with pytest.raises(ConnectionError):
        await pool.take()
