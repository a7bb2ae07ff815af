"""The embedded PostgreSQL: shared, stopped by the last, and back after a hard end."""

import os
import signal
import stat
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from gatehouse.kit.configuration import ConfigurationError
from gatehouse.kit.db.embedded import EmbeddedPostgres
from tests.process.server import is_alive, wait_until_gone


@pytest.fixture(scope="module")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """With what an initialization that was cut off leaves behind."""
    folder = tmp_path_factory.mktemp("embedded")
    (folder / "postgres.new").mkdir()
    (folder / "postgres.new" / "PG_VERSION").write_text("cut off")
    yield folder
    pid = server_of(folder)
    if pid:
        os.kill(pid, signal.SIGKILL)


def server_of(folder: Path) -> int | None:
    try:
        pid = int((folder / "postgres" / "postmaster.pid").read_text().split()[0])
    except FileNotFoundError:
        return None
    return pid if is_alive(pid) else None


async def ask(url: str, sql: str) -> object:
    connection = await asyncpg.connect(url)
    try:
        return await connection.fetchval(sql)
    finally:
        await connection.close()


async def test_a_start_that_was_cut_off_is_forgotten(data_dir):
    postgres = EmbeddedPostgres(data_dir, durable=False)
    url = postgres.start()
    await ask(url, "create table kept as select 7 as number")
    assert await ask(url, "select number from kept") == 7
    assert not (data_dir / "postgres.new").exists()
    assert stat.S_IMODE((data_dir / "run").stat().st_mode) == 0o700
    assert await ask(url, "show listen_addresses") == ""
    postgres.stop()
    assert server_of(data_dir) is None


async def test_the_last_user_stops_it(data_dir):
    first, second = (EmbeddedPostgres(data_dir, durable=False) for _ in range(2))
    assert first.start() == second.start()
    server = server_of(data_dir)
    first.stop()
    first.stop()
    assert server_of(data_dir) == server
    assert await ask(f"postgresql://postgres@/postgres?host={second.sockets}", "select 1") == 1
    second.stop()
    assert server_of(data_dir) is None


async def test_the_database_starts_again_after_a_kill(data_dir):
    killed = EmbeddedPostgres(data_dir, durable=False)
    await ask(killed.start(), "create table survives as select 7 as number")
    server = server_of(data_dir)
    assert server
    os.kill(server, signal.SIGKILL)
    wait_until_gone(server)
    again = EmbeddedPostgres(data_dir, durable=False)
    url = again.start()
    assert server_of(data_dir) != server
    assert await ask(url, "select number from survives") == 7
    killed.stop()
    again.stop()
    assert server_of(data_dir) is None


def test_a_folder_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(
        ConfigurationError, match=r"file/data cannot be written.*GATEHOUSE_DATA_DIR"
    ):
        EmbeddedPostgres(tmp_path / "file" / "data").start()


async def test_a_long_path_still_fits_a_socket(tmp_path):
    deep = tmp_path / ("d" * 60) / ("e" * 60)
    postgres = EmbeddedPostgres(deep)
    assert len(os.fsencode(postgres.sockets / ".s.PGSQL.5432")) < 107
    assert not postgres.sockets.is_relative_to(deep)
    assert postgres.sockets != EmbeddedPostgres(deep / "f").sockets
