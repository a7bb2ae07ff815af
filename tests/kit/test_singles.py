"""More callers of single statements than there are connections for them: each in turn, and none for ever."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager

import asyncpg
import pytest

from gatehouse.kit.db import Database, Db

SECONDS = 10  # of waiting for what has to come
TAKEN = "select pg_backend_pid()"


@pytest.fixture
async def one(database_url) -> AsyncIterator[Database]:
    """With a single connection for them."""
    opened = await Database.connect(database_url, connections=1)
    yield opened
    await opened.close()


async def backend(database: Database) -> int:
    async with database.one_statement() as db:
        pid: int = await db.connection.fetchval(TAKEN)
        return pid


async def test_waiting_callers_get_the_same_connection_one_after_the_other(one):
    order: list[int] = []

    async def ask(number: int) -> int:
        async with one.one_statement() as db:
            order.append(number)
            pid: int = await db.connection.fetchval(TAKEN)
            return pid

    async with asyncio.timeout(SECONDS):
        pids = await asyncio.gather(*[ask(number) for number in range(20)])
    assert order == list(range(20))
    assert len(set(pids)) == 1


async def test_a_caller_that_waits_too_long_gets_an_error_and_no_connection(database_url):
    hasty = await Database.connect(database_url, connections=1, patience=0.5)
    async with hasty.one_statement() as db:
        pid = await db.connection.fetchval(TAKEN)
        for _ in range(2):
            with pytest.raises(TimeoutError):
                await backend(hasty)
    assert await backend(hasty) == pid
    await hasty.close()


@pytest.mark.parametrize("freed", [False, True])
async def test_a_caller_that_stops_waiting_leaves_the_connection_to_the_next(one, freed):
    async with one.one_statement():
        impatient = asyncio.create_task(backend(one))
        await asyncio.sleep(0)  # it waits now
        following = asyncio.create_task(backend(one))
        await asyncio.sleep(0)
        if not freed:
            impatient.cancel()
    impatient.cancel()  # with the place that it was just given, or already gone
    with pytest.raises(asyncio.CancelledError):
        await impatient
    async with asyncio.timeout(SECONDS):
        assert await following == await backend(one)


async def test_a_connection_that_is_lost_makes_room_for_another(one):
    pids: list[int] = []
    waiting: list[asyncio.Task[int]] = []

    async def lose() -> None:
        async with one.one_statement() as db:
            pids.append(await db.connection.fetchval(TAKEN))
            waiting.extend(asyncio.create_task(backend(one)) for _ in range(2))
            await asyncio.sleep(0)  # both wait now
            raise asyncpg.InterfaceError("lost")

    with pytest.raises(asyncpg.InterfaceError, match="lost"):
        await lose()
    async with asyncio.timeout(SECONDS):
        others = set(await asyncio.gather(*waiting))
    assert len(others) == 1
    assert others.isdisjoint(pids)


async def test_a_connection_changes_its_role_when_there_is_no_room_for_another(one):
    role = "select pg_backend_pid(), current_user"

    async def ask(opens: Callable[[], AbstractAsyncContextManager[Db]]) -> tuple[int, str]:
        async with opens() as db:
            return tuple(await db.connection.fetchrow(role))

    first, as_system = await ask(one.one_statement)
    second, as_tenant = await ask(one.one_key_statement)
    third, again = await ask(one.one_statement)
    assert (as_system, as_tenant, again) == (
        "gatehouse_system",
        "gatehouse_app",
        "gatehouse_system",
    )
    assert first == second == third
