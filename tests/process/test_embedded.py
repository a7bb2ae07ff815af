"""The embedded database among processes that were killed: what they left behind still moves."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import asyncpg
import pytest

from gatehouse.kit.db.embedded import EmbeddedPostgres


@pytest.fixture
def postgres(tmp_path: Path) -> Iterator[EmbeddedPostgres]:
    made = EmbeddedPostgres(tmp_path / "data", durable=False)
    yield made
    made.stop()


@contextmanager
def orphan(folder: Path) -> Iterator[None]:
    """Keeps putting files there, as the `initdb` of a killed process does."""
    done = threading.Event()

    def write() -> None:
        while not done.wait(0.001):
            folder.mkdir(parents=True, exist_ok=True)
            # The folder may be put out of the way between the two calls.
            with suppress(FileNotFoundError):
                (folder / "PG_VERSION").touch()

    thread = threading.Thread(target=write)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


async def answers(url: str) -> bool:
    connection = await asyncpg.connect(url)
    try:
        return bool(await connection.fetchval("select true"))
    finally:
        await connection.close()


async def test_an_orphaned_initialization_blocks_no_other_start(postgres: EmbeddedPostgres):
    postgres.data_dir.mkdir()
    with orphan(postgres.data_dir / "postgres.new"):
        assert await answers(postgres.start())


async def test_a_server_that_still_recovers_is_waited_for(postgres: EmbeddedPostgres):
    postgres.start()
    progress = postgres.cluster / "postmaster.pid"
    ready = progress.read_text()

    def report(text: str) -> None:
        """In one step: a file that is read half-written names no process."""
        written = progress.with_suffix(".new")
        written.write_text(text)
        written.replace(progress)

    report(ready.replace("ready   ", "starting"))
    recovered = threading.Timer(0.5, report, [ready])
    second = EmbeddedPostgres(postgres.data_dir)
    started = time.monotonic()
    recovered.start()
    assert await answers(second.start())
    assert time.monotonic() - started > 0.4
    second.stop()
    assert await answers(f"postgresql://postgres@/postgres?host={postgres.sockets}")
