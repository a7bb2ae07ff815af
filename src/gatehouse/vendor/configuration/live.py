"""The configuration in the memory of a process, in force with the next request after a change.

The first statement of each request compares its version (`kit.db.configuration_version`). The database also
notifies of a change to any table of the configuration (`NOTIFY`), so that usually no request has to wait
until it was read. A dedicated connection listens; when it is lost it is reopened. Without any notification,
also while it cannot be reopened, the configuration is read once a minute.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from time import monotonic

import asyncpg

from gatehouse.kit.db import Database, Scope, hosts
from gatehouse.kit.db.configuration_version import get_unconfirmed_request
from gatehouse.kit.jobs import DATABASE_AWAY
from gatehouse.kit.logs import get_logger
from gatehouse.vendor.configuration.snapshot import (
    CONFIGURATION_VERSION,
    Snapshot,
    read_snapshot,
)

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
        self._comparing = asyncio.Lock()
        # Calls that want the version, and how many of them `_version` was read after.
        self._asked = 0
        self._answered = 0
        self._version = 0

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
        """Wait until every change that is committed now is in force in this process."""
        version = await self.read_version()
        async with self._loading:
            if self.current.version != version:
                await self._load_snapshot()

    async def confirm_request(self) -> None:
        """For a request that decides without a statement. Raises `ConfigurationChanged`."""
        request = get_unconfirmed_request()
        if request is not None:
            request.confirm_version(await self.read_version())

    async def read_version(self) -> int:
        """The version in the database now. Calls that wait for the same answer share one statement."""
        self._asked += 1
        number = self._asked
        async with self._comparing:
            if self._answered < number:
                asked = self._asked
                async with self._database.one_statement(confirms=True) as db:
                    self._version = await CONFIGURATION_VERSION.one(db)
                self._answered = asked
            return self._version

    async def _load_snapshot(self) -> None:
        read_at = monotonic()
        async with self._database.transaction(Scope.system()) as db:
            snapshot = await read_snapshot(db)
        if self._prepare:
            await self._prepare(snapshot)
        self._snapshot = snapshot
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
                async with _listen_for_changes(database_url, self._news.set) as connection:
                    await self.catch_up()  # with changes from before the listener was registered
                    while not connection.is_closed():
                        has_changed = await self._await_next_change()
                        await (self.catch_up if has_changed else self.load)()
                        await connection.fetchval("select 1", timeout=ANSWER_SECONDS)
            except DATABASE_AWAY as error:
                log.warning("configuration.not_listening", reason=type(error).__name__)
            except Exception as error:
                log.exception("configuration.not_read", exc_info=error)
            await asyncio.sleep(RECONNECT_SECONDS)

    async def _await_next_change(self) -> bool:
        """False when none came in time."""
        # Not `wait_for`: before Python 3.12 it swallows a cancellation that arrives together with a
        # notification, and the task would never end.
        with suppress(TimeoutError):
            async with asyncio.timeout(self._oldest):
                await self._news.wait()
        has_changed = self._news.is_set()
        self._news.clear()
        return has_changed


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
