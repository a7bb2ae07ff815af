"""What happens while another transaction has a lock."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar
from uuid import UUID

from gatehouse.kit.db import Database, Db
from gatehouse.kit.db.locks import Lock, take_lock
from tests.directory.waiting import somebody_waits

Answer = TypeVar("Answer")


async def until_released(
    database: Database, lock: Lock, subject: UUID | str, asked: Coroutine[Any, Any, Answer]
) -> Answer:
    """What is answered once the lock that it waits for is released."""
    return await until_committed(database, lambda db: take_lock(db, lock, subject), asked)


async def until_committed(
    database: Database, lock: Callable[[Db], Awaitable[Any]], asked: Coroutine[Any, Any, Answer]
) -> Answer:
    """What is answered once the transaction that it waits for is committed."""
    async with database.pool.acquire() as connection:
        await connection.execute("begin")
        holder = Db(connection)
        await lock(holder)
        answer = asyncio.create_task(asked)
        await somebody_waits(holder)
        assert not answer.done()
        await connection.execute("commit")
    return await answer
