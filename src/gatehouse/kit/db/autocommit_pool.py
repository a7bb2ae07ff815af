"""Connections that are used for one statement at a time."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import asyncpg

# Result for a waiting task: a connection, or None, which permits the task to open another.
Waiter = asyncio.Future[Any]


class AutocommitPool:
    """A pool of connections for single statements. The driver's pool costs a task, two timers and a proxy for
    each use, which is more than a small statement itself. Tasks that wait while all connections are in use
    get the next returned ones in the order of their arrival.

    A connection acts as one role. It changes to another when there is no room for one more connection."""

    def __init__(
        self, connect: Callable[[str], Awaitable[Any]], most: int, patience: float
    ) -> None:
        """`connect` opens one that acts as a role; `most` connections at once; `patience`: seconds to wait
        for one."""
        self._connect = connect
        self._room = most
        self._patience = patience
        self._roles: dict[Any, str] = {}  # of each open connection
        self._idle: dict[str, list[Any]] = {}
        # With the time at which each gives up; the first is due first, and has the only timer.
        self._waiting: deque[tuple[Waiter, float]] = deque()
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False

    def take_idle(self, role: str) -> Any:
        """Take an idle connection that acts as the role; None when there is none."""
        idle = self._idle.get(role)
        while idle:
            connection = idle.pop()
            if not connection.is_closed():
                return connection
            self._drop_connection(connection)
        return None

    async def take_connection(self, role: str) -> Any:
        """`TimeoutError` when all are in use for too long."""
        connection = self.take_idle(role)
        if connection is None and not self._reserve_room():
            connection = self._take_idle_of_any_role() or await self._await_connection()
        if connection is None:
            return await self._open_connection(role)
        if self._roles[connection] != role:
            await self._change_role(connection, role)
        return connection

    def give_back_connection(self, connection: Any) -> None:
        """One that is gone makes room for another."""
        if connection.is_closed():
            self._drop_connection(connection)
        elif self._closed:
            connection.terminate()
            self._drop_connection(connection)
        elif not self._give_to_waiter(connection):
            self._idle.setdefault(self._roles[connection], []).append(connection)

    async def close(self) -> None:
        """Close the idle connections. Those in use are closed when they are given back."""
        self._closed = True
        if self._timer is not None and not self._waiting:
            self._timer.cancel()
        while (connection := self._take_idle_of_any_role()) is not None:
            await connection.close()
            self._roles.pop(connection, None)

    def terminate(self) -> None:
        self._closed = True
        for connection in self._roles:
            with suppress(asyncpg.InterfaceError):
                connection.terminate()

    def _take_idle_of_any_role(self) -> Any:
        return next(filter(None, map(self.take_idle, self._idle)), None)

    async def _change_role(self, connection: Any, role: str) -> None:
        """One that fails is given back as lost."""
        try:
            await connection.execute(f"set role {role}", timeout=self._patience)
        except BaseException:
            connection.terminate()
            self._drop_connection(connection)
            raise
        self._roles[connection] = role

    def _reserve_room(self) -> bool:
        """Whether another may be opened; then its room is taken."""
        if self._room:
            self._room -= 1
            return True
        return False

    async def _open_connection(self, role: str) -> Any:
        """Another connection, for which there is room."""
        try:
            if self._closed:
                raise asyncpg.InterfaceError("The connections are closed")
            async with asyncio.timeout(self._patience):
                connection = await self._connect(role)
        except BaseException:
            self._free_room()
            raise
        self._roles[connection] = role
        return connection

    async def _await_connection(self) -> Any:
        loop = asyncio.get_running_loop()
        waiter: Waiter = loop.create_future()
        self._waiting.append((waiter, loop.time() + self._patience))
        if self._timer is None:
            self._timer = loop.call_later(self._patience, self._fail_expired_waiters, loop)
        try:
            return await waiter
        except asyncio.CancelledError:
            if waiter.done() and not waiter.cancelled() and waiter.exception() is None:
                self._return_assigned(
                    waiter.result()
                )  # assigned to a task that was canceled meanwhile
            raise

    def _give_to_waiter(self, connection: Any) -> bool:
        """Give the connection, or the permission to open one (None), to the next waiting task. False when no
        task waits."""
        while self._waiting:
            waiter, _ = self._waiting.popleft()
            if not waiter.done():
                waiter.set_result(connection)
                return True
        return False

    def _return_assigned(self, connection: Any) -> None:
        if connection is None:
            self._free_room()
        else:
            self.give_back_connection(connection)

    def _drop_connection(self, connection: Any) -> None:
        self._roles.pop(connection, None)
        self._free_room()

    def _free_room(self) -> None:
        if not self._give_to_waiter(None):
            self._room += 1

    def _fail_expired_waiters(self, loop: asyncio.AbstractEventLoop) -> None:
        """Fail the tasks that have waited too long with `TimeoutError`."""
        self._timer = None
        while self._waiting:
            waiter, due = self._waiting[0]
            if due > loop.time() and not waiter.done():
                self._timer = loop.call_at(due, self._fail_expired_waiters, loop)
                return
            self._waiting.popleft()
            if not waiter.done():
                waiter.set_exception(TimeoutError("All connections are in use"))
