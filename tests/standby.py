"""A primary and a standby that streams from it, as PostgreSQL's own programs make them."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import asyncpg

from gatehouse.kit.db.embedded import EmbeddedPostgres
from gatehouse.kit.db.migrate import migrate

SECONDS = 60


@dataclass(frozen=True)
class Pair:
    """`on_primary` and `on_copy` are connections of the owner, as are the addresses."""

    primary: EmbeddedPostgres
    copy: EmbeddedPostgres
    primary_url: str
    copy_url: str
    on_primary: asyncpg.Connection
    on_copy: asyncpg.Connection

    async def caught_up(self) -> None:
        """Waits until the copy has replayed all that the primary has."""
        place = await self.on_primary.fetchval("select pg_current_wal_flush_lsn()::text")
        has = f"select pg_last_wal_replay_lsn() >= '{place}'"
        await until(lambda: self.on_copy.fetchval(has))

    @asynccontextmanager
    async def paused(self) -> AsyncIterator[None]:
        """What is written meanwhile does not arrive."""
        await self.caught_up()
        await self.on_copy.execute("select pg_wal_replay_pause()")
        stands = "select pg_get_wal_replay_pause_state() = 'paused'"
        await until(lambda: self.on_copy.fetchval(stands))
        try:
            yield
        finally:
            await self.on_copy.execute("select pg_wal_replay_resume()")
            await self.caught_up()


async def until(state: Callable[[], Awaitable[object]]) -> None:
    async with asyncio.timeout(SECONDS):
        while not await state():  # noqa: ASYNC110  another process changes it
            await asyncio.sleep(0.01)


@asynccontextmanager
async def streaming(folder: Path) -> AsyncIterator[Pair]:
    """Migrated; both run, and end with the test."""
    primary = EmbeddedPostgres(folder / "primary", durable=False)
    primary_url = await asyncio.to_thread(primary.start)
    copy = EmbeddedPostgres(folder / "copy", durable=False)
    try:
        await migrate(primary_url)
        await asyncio.to_thread(_take_copy, primary, copy)
        copy_url = await asyncio.to_thread(copy.start)
        on_primary, on_copy = await asyncpg.connect(primary_url), await asyncpg.connect(copy_url)
        pair = Pair(primary, copy, primary_url, copy_url, on_primary, on_copy)
        await pair.caught_up()
        yield pair
        await on_primary.close()
        on_copy.terminate()
    finally:
        await asyncio.to_thread(copy.stop)
        await asyncio.to_thread(primary.stop)


@asynccontextmanager
async def another_copy(pair: Pair, folder: Path) -> AsyncIterator[EmbeddedPostgres]:
    """A second standby, which does not run yet."""
    copy = EmbeddedPostgres(folder / "another", durable=False)
    await asyncio.to_thread(_take_copy, pair.primary, copy)
    yield copy
    await asyncio.to_thread(copy.stop)


def _take_copy(primary: EmbeddedPostgres, copy: EmbeddedPostgres) -> None:
    """It is started as a standby."""
    copy._give_folders_to_stand_in(copy.data_dir, copy.sockets)
    done = copy._run_postgres_program(
        "pg_basebackup", "-D", str(copy.cluster), "-R", "-X", "stream", "-c", "fast",
        "-d", f"host={primary.sockets} user=postgres",
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
