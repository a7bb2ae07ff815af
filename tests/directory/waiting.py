"""For tests in which one transaction meets another."""

import asyncio

from gatehouse.kit.db import Db


async def somebody_waits(db: Db) -> None:
    """Until another connection waits for a lock that this one holds."""
    waiting = "select exists (select from pg_locks where not granted and $1 = any (pg_blocking_pids(pid)))"
    own = await db.connection.fetchval("select pg_backend_pid()")
    async with asyncio.timeout(20):
        while not await db.connection.fetchval(waiting, own):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
