"""The configuration in the memory of a process, in force everywhere within a moment of a change.

The database tells of a change to any table of the configuration (`NOTIFY`). A connection of its own
listens; when it is lost it is made again, and what was missed meanwhile is read. Should no news come
at all, the configuration is read once a minute.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import asyncpg
import structlog

from gatehouse.kit.db import Database, Scope, hosts
from gatehouse.kit.jobs import DATABASE_AWAY
from gatehouse.vendor.configuration.snapshot import Snapshot, read_snapshot

log = structlog.get_logger()

CHANNEL = "gatehouse_configured"
OLDEST_SECONDS = 60.0
RECONNECT_SECONDS = 0.5
ANSWER_SECONDS = 10.0

Prepare = Callable[[Snapshot], Awaitable[None]]


class VendorConfiguration:
    """`current` is replaced as a whole, so whoever holds a snapshot sees one moment."""

    def __init__(self, database: Database, *, oldest_seconds: float = OLDEST_SECONDS) -> None:
        self._database = database
        self._oldest = oldest_seconds
        self._snapshot: Snapshot | None = None
        self._prepare: Prepare | None = None
        self._news = asyncio.Event()
        self._loading = asyncio.Lock()

    @property
    def current(self) -> Snapshot:
        assert self._snapshot is not None, "not loaded yet"  # noqa: S101
        return self._snapshot

    async def load(self, prepare: Prepare | None = None) -> None:
        """Read it now. `prepare` is awaited with every snapshot from here on before it comes into
        force. One at a time, so that nothing older takes the place of what was read later."""
        self._prepare = prepare or self._prepare
        async with self._loading:
            async with self._database.transaction(Scope.system()) as db:
                snapshot = await read_snapshot(db)
            if self._prepare:
                await self._prepare(snapshot)
            self._snapshot = snapshot

    @asynccontextmanager
    async def followed(self, database_url: str) -> AsyncIterator[None]:
        """Kept up to date meanwhile."""
        following = asyncio.create_task(self._follow(database_url))
        try:
            yield
        finally:
            following.cancel()
            with suppress(asyncio.CancelledError):
                await following

    async def _follow(self, database_url: str) -> None:
        while True:
            try:
                async with _listening(database_url, self._news) as connection:
                    self._news.set()  # of what changed before anybody listened
                    while not connection.is_closed():
                        await self._next_news()
                        await self.load()
                        await connection.fetchval("select 1", timeout=ANSWER_SECONDS)
            except DATABASE_AWAY as error:
                log.warning("configuration.not_listening", reason=type(error).__name__)
            except Exception as error:
                log.exception("configuration.not_read", exc_info=error)
            await asyncio.sleep(RECONNECT_SECONDS)

    async def _next_news(self) -> None:
        # Not `wait_for`: before Python 3.12 it passes over a cancellation that comes with the news, and then
        # nobody ends.
        with suppress(TimeoutError):
            async with asyncio.timeout(self._oldest):
                await self._news.wait()
        self._news.clear()


@asynccontextmanager
async def _listening(database_url: str, news: asyncio.Event) -> AsyncIterator[asyncpg.Connection]:
    connection = await hosts.connect(
        database_url,
        timeout=ANSWER_SECONDS,
        server_settings={"application_name": "gatehouse configuration"},
    )
    try:
        connection.add_termination_listener(lambda _: news.set())
        await connection.add_listener(CHANNEL, lambda *_: news.set())
        yield connection
    finally:
        connection.terminate()
