"""Connections that are used for one statement at a time."""

from typing import Any

import asyncpg

ENDING_LIMIT = 1.0


class Singles:
    """A pool whose connections stay with us between two statements. To take one from the pool and to give it
    back costs a task, two timers and a proxy, which is more than a small statement itself."""

    def __init__(self, pool: Any, patience: float) -> None:
        """`patience`: seconds to wait for a connection."""
        self._pool = pool
        self._patience = patience
        self._idle: list[Any] = []
        self._waiting = 0
        self._closed = False

    async def take(self) -> Any:
        """`TimeoutError` when all are in use for too long."""
        while self._idle:
            connection = self._idle.pop()
            if not _is_gone(connection):
                return connection
            await self._release(connection)
        self._waiting += 1
        try:
            return await self._pool.acquire(timeout=self._patience)
        finally:
            self._waiting -= 1

    async def give_back(self, connection: Any) -> None:
        """One that is gone makes room for another; whoever waits is waiting at the pool."""
        if self._waiting or self._closed or _is_gone(connection):
            await self._release(connection)
        else:
            self._idle.append(connection)

    async def close(self) -> None:
        self._closed = True
        while self._idle:
            await self._release(self._idle.pop())
        await self._pool.close()

    def terminate(self) -> None:
        self._pool.terminate()

    async def _release(self, connection: Any) -> None:
        await self._pool.release(connection, timeout=ENDING_LIMIT)


def _is_gone(connection: Any) -> bool:
    """Of one that was cut off, the pool has taken the proxy back, which then answers nothing."""
    try:
        return bool(connection.is_closed())
    except asyncpg.InterfaceError:
        return True
