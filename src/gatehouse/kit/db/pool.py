"""A few connections, handed over first come, first served.

Every use ends in COMMIT or ROLLBACK and every setting is LOCAL, so nothing is reset between uses.
asyncpg's own pool resets, wraps and shields each use, which costs as much of a core as the statement.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Generator
from typing import Any


class Pool:
    """At most `size` connections from `connect`, opened when needed. What is used of asyncpg's pool
    works here too, so that PgQueuer runs on it."""

    def __init__(self, connect: Callable[[], Awaitable[Any]], size: int) -> None:
        self._connect = connect
        self._size = self._room = size
        self._open: set[Any] = set()
        self._free: list[Any] = []  # the one used last goes first: its memory is warm
        self._waiting: deque[asyncio.Future[Any]] = deque()
        self._closed = False

    def acquire(self) -> "Use":
        """`async with pool.acquire() as connection`, or `await` and later `release`."""
        return Use(self)

    async def release(self, connection: Any) -> None:
        self.give_back(connection)

    async def take(self) -> Any:
        """A connection, in turn; `give_back` must follow."""
        while True:
            while self._free:
                connection = self._free.pop()
                if not connection.is_closed():
                    return connection
            if self._closed:
                raise ConnectionError("The database connections are closed")
            connection = await (self._opened() if self._room else self._next())
            if connection is not None:
                return connection

    def give_back(self, connection: Any) -> None:
        """One whose transaction was not ended, whatever the reason, is nobody else's."""
        if self._closed or (not connection.is_closed() and connection.is_in_transaction()):
            connection.terminate()
        if not connection.is_closed() and not self._hand_over(connection):
            self._free.append(connection)

    async def _opened(self) -> Any:
        self._room -= 1
        try:
            connection = await self._connect()
        except BaseException:
            self._room += 1
            self._hand_over(None)
            raise
        self._open.add(connection)
        connection.add_termination_listener(self._lost)
        return connection

    async def _next(self) -> Any:
        """What the next who is done hands over: the connection, or None for room to open another."""
        waiting: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append(waiting)
        try:
            return await waiting
        except asyncio.CancelledError:
            if waiting.done() and not waiting.cancelled():  # handed over and cancelled at once
                connection = waiting.result()
                if connection is None:
                    self._hand_over(None)
                else:
                    self.give_back(connection)
            raise

    def _hand_over(self, connection: Any) -> bool:
        """To whoever waits longest; whether anybody does."""
        while self._waiting:
            waiting = self._waiting.popleft()
            if not waiting.done():
                waiting.set_result(connection)
                return True
        return False

    def _lost(self, connection: Any) -> None:
        """Called once for each that ended, whoever held it."""
        self._open.discard(connection)
        self._room += 1
        self._hand_over(None)

    async def close(self) -> None:
        """The free ones end well; those still in use are cut off."""
        self._closed = True
        free, self._free = self._free, []
        for connection in self._open.difference(free):
            connection.terminate()
        await asyncio.gather(*(connection.close() for connection in free))
        while self._hand_over(None):
            pass

    def get_max_size(self) -> int:
        return self._size

    async def fetch(self, query: str, *arguments: Any) -> Any:
        async with self.acquire() as connection:
            return await connection.fetch(query, *arguments)

    async def execute(self, query: str, *arguments: Any) -> Any:
        async with self.acquire() as connection:
            return await connection.execute(query, *arguments)


class Use:
    """One use of a connection. A class, not a generator: every request passes here."""

    __slots__ = ("_connection", "_pool")

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def __await__(self) -> Generator[Any, Any, Any]:
        return self._pool.take().__await__()

    async def __aenter__(self) -> Any:
        self._connection = await self._pool.take()
        return self._connection

    async def __aexit__(self, *_: object) -> None:
        self._pool.give_back(self._connection)
