"""No database connection is held during slow work."""

from contextlib import suppress

import pytest

from gatehouse.kit.db import Database, Query, Scope
from gatehouse.kit.db.held_connections import ConnectionHeld
from gatehouse.kit.hashing import hash_password
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.subprocess_pool import SubprocessPools
from gatehouse.policies.password_rules.strength import is_weak_password
from gatehouse.providers.payments.errors import PaymentsUnavailable
from gatehouse.providers.payments.port import Payments

NUMBER = Query(int, "select 1 as number")


async def _hash(_) -> None:
    await hash_password("correct horse")


async def _limit(resources) -> None:
    await resources[RateLimiter].hit(RateLimit("held", 5), "key")


async def _estimate(resources) -> None:
    await is_weak_password(resources[SubprocessPools], "correct horse", [])


async def _ask_what_it_costs(resources) -> None:
    with suppress(PaymentsUnavailable):
        await resources[Payments].find_price("pri_unknown")


@pytest.mark.parametrize("slow", [_hash, _limit, _estimate, _ask_what_it_costs])
async def test_slow_work_with_a_connection_held_is_an_error(database: Database, resources, slow):
    async with database.transaction(Scope.system()) as db:
        await slow(resources)  # nothing is open yet
        await NUMBER.one(db)
        with pytest.raises(ConnectionHeld):
            await slow(resources)
        await db.pause()
        await slow(resources)
        await NUMBER.one(db)
    async with database.one_statement() as db:
        with pytest.raises(ConnectionHeld):
            await slow(resources)


async def test_a_paused_transaction_has_committed_and_the_next_rolls_back_alone(
    database: Database, db, world
):
    first, second = await world.tenant("First"), await world.tenant("Second")
    rename = Query(str, "update tenants set name = 'Renamed' where id = $1 returning name")

    async def work() -> None:
        async with database.transaction(Scope.system()) as own:
            await rename.one(own, first)
            await own.pause()
            await rename.one(own, second)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await work()
    name = "select name from tenants where id = $1"
    assert await db.connection.fetchval(name, first) == "Renamed"
    assert await db.connection.fetchval(name, second) == "Second"
