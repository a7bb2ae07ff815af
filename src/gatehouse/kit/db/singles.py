"""Connections that are used for one statement at a time."""

import asyncio
from typing import Any

import asyncpg

ENDING_LIMIT = 1.0


class Singles:
    """A pool whose connections stay with us between two statements. To take one from the pool and to give it
    back costs a task, two timers and a proxy, which is more than a small statement itself. Whoever waits
    while all are in use waits here, for the same reason, and each in turn."""

    def __init__(self, pool: Any, patience: float) -> None:
        """`patience`: seconds to wait for a connection."""
        self._pool = pool
        self._patience = patience
        self._idle: list[Any] = []
        self._free = asyncio.Semaphore(pool.get_max_size())
        self._closed = False

    async def take(self) -> Any:
        """`TimeoutError` when all are in use for too long."""
        if self._idle and not self._free.locked():
            await self._free.acquire()  # waits for nobody, so it needs no timer
            return await self._connection()
        async with asyncio.timeout(self._patience):
            await self._free.acquire()
            return await self._connection()

    async def give_back(self, connection: Any) -> None:
        """One that is gone makes room for another."""
        try:
            if self._closed or _is_gone(connection):
                await self._release(connection)
            else:
                self._idle.append(connection)
        finally:
            self._free.release()

    async def close(self) -> None:
        self._closed = True
        while self._idle:
            await self._release(self._idle.pop())
        await self._pool.close()

    def terminate(self) -> None:
        self._pool.terminate()

    async def _connection(self) -> Any:
        """One that stayed, or else of the pool, which has one for whoever may take one here."""
        try:
            while self._idle:
                connection = self._idle.pop()
                if not _is_gone(connection):
                    return connection
                await self._release(connection)
            return await self._pool.acquire(timeout=self._patience)
        except BaseException:
            self._free.release()
            raise

    async def _release(self, connection: Any) -> None:
        await self._pool.release(connection, timeout=ENDING_LIMIT)


def _is_gone(connection: Any) -> bool:
    """Of one that was cut off, the pool has taken the proxy back, which then answers nothing."""
    try:
        return bool(connection.is_closed())
    except asyncpg.InterfaceError:
        return True
