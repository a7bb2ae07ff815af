"""The configuration in the memory of a process, in force everywhere within a moment of a change.

The database notifies of a change to any table of the configuration (`NOTIFY`). A dedicated connection
listens; when it is lost it is reopened, and missed changes are read. Without any notification, also while it
cannot be reopened, the configuration is read once a minute. The process that made a change waits until the
change is in force before it responds.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from time import monotonic

import asyncpg

from gatehouse.kit.db import Database, Scope, hosts
from gatehouse.kit.jobs import DATABASE_AWAY
from gatehouse.kit.logs import get_logger
from gatehouse.vendor.configuration.snapshot import Snapshot, read_snapshot

log = get_logger()

CHANNEL = "gatehouse_configured"
OLDEST_SECONDS = 60.0
RECONNECT_SECONDS = 0.5
ANSWER_SECONDS = 10.0

Prepare = Callable[[Snapshot], Awaitable[None]]


class VendorConfiguration:
    """The configuration in memory. `current` is replaced as a whole, so a reader's snapshot is consistent."""

    def __init__(self, database: Database, *, oldest_seconds: float = OLDEST_SECONDS) -> None:
        self._database = database
        self._oldest = oldest_seconds
        self._snapshot: Snapshot | None = None
        self._read_at = monotonic()
        self._prepare: Prepare | None = None
        self._news = asyncio.Event()
        self._loading = asyncio.Lock()
        # Changes notified to this process, and how many of them the snapshot certainly includes.
        self._heard = 0
        self._included = 0
        self._connection: asyncpg.Connection | None = None
        self._asking = asyncio.Lock()

    @property
    def current(self) -> Snapshot:
        assert self._snapshot is not None, "not loaded yet"  # noqa: S101
        return self._snapshot

    async def load(self, prepare: Prepare | None = None) -> None:
        """Read it now. `prepare` is awaited with every snapshot from here on before it comes into
        force. One at a time, so that nothing older takes the place of what was read later."""
        self._prepare = prepare or self._prepare
        async with self._loading:
            await self._load_snapshot()

    async def catch_up(self) -> None:
        """Wait after a commit of this process until every change in it is in force. Other processes follow as
        soon as they are notified."""
        if not await self._has_received_changes():
            await self.load()
            return
        wanted = self._heard
        async with self._loading:
            if self._included < wanted:
                await self._load_snapshot()

    async def _has_received_changes(self) -> bool:
        """PostgreSQL hands a listener what was committed before it answers the listener's next statement.
        False without a listener."""
        connection = self._connection
        if connection is None or connection.is_closed():
            return False
        try:
            async with self._asking:
                await connection.fetchval("select 1", timeout=ANSWER_SECONDS)
        except (*DATABASE_AWAY, asyncpg.InterfaceError):
            return False
        # The listener's callback runs in the next iteration of the event loop.
        await asyncio.sleep(0)
        return True

    async def _load_snapshot(self) -> None:
        heard, read_at = self._heard, monotonic()
        async with self._database.transaction(Scope.system()) as db:
            snapshot = await read_snapshot(db)
        if self._prepare:
            await self._prepare(snapshot)
        self._snapshot = snapshot
        self._included = heard
        self._read_at = read_at

    @asynccontextmanager
    async def follow_in_background(self, database_url: str) -> AsyncIterator[None]:
        """Kept up to date meanwhile."""
        following = asyncio.create_task(self._reload_on_changes(database_url))
        try:
            yield
        finally:
            following.cancel()
            with suppress(asyncio.CancelledError):
                await following

    async def _reload_on_changes(self, database_url: str) -> None:
        while True:
            try:
                if monotonic() - self._read_at >= self._oldest:
                    await self.load()
                async with _listen_for_changes(database_url, self._note_change) as connection:
                    self._connection = connection
                    self._note_change()  # covers changes from before the listener was registered
                    while not connection.is_closed():
                        await self._await_next_change()
                        await self.load()
                        async with self._asking:
                            await connection.fetchval("select 1", timeout=ANSWER_SECONDS)
            except DATABASE_AWAY as error:
                log.warning("configuration.not_listening", reason=type(error).__name__)
            except Exception as error:
                log.exception("configuration.not_read", exc_info=error)
            await asyncio.sleep(RECONNECT_SECONDS)

    def _note_change(self) -> None:
        self._heard += 1
        self._news.set()

    async def _await_next_change(self) -> None:
        # Not `wait_for`: before Python 3.12 it swallows a cancellation that arrives together with a
        # notification, and the task would never end.
        with suppress(TimeoutError):
            async with asyncio.timeout(self._oldest):
                await self._news.wait()
        self._news.clear()


@asynccontextmanager
async def _listen_for_changes(
    database_url: str, hear: Callable[[], None]
) -> AsyncIterator[asyncpg.Connection]:
    connection = await hosts.connect_first_host(
        database_url,
        timeout=ANSWER_SECONDS,
        server_settings={"application_name": "gatehouse configuration"},
    )
    try:
        connection.add_termination_listener(lambda _: hear())
        await connection.add_listener(CHANNEL, lambda *_: hear())
        yield connection
    finally:
        connection.terminate()
