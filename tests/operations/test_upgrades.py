"""The schema changes under running processes: one of them is killed, two want it at once, one is older."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from urllib.parse import urlsplit

import asyncpg
import pytest

from gatehouse import __version__
from gatehouse.kit.db import migrate
from tests.databases import own_database
from tests.operations.test_commands import run

# Another process, with migrations of the test's own; on a machine that stands still for a while as patient
# as the test.
PROGRAM = """
import asyncio, sys
from pathlib import Path
from gatehouse.kit.db import migrate
migrate.MIGRATIONS = Path(sys.argv[1])
migrate.ANSWER_SECONDS = 90
print(*asyncio.run(migrate.migrate(sys.argv[2])))
"""
SECONDS = 90


@pytest.fixture
async def url(server_url: str) -> AsyncIterator[str]:
    async with own_database(server_url, "template1") as made:
        yield made


@pytest.fixture
async def owner(url: str) -> AsyncIterator[asyncpg.Connection]:
    connection = await asyncpg.connect(url)
    yield connection
    await connection.close()


@pytest.fixture
async def watcher(url: str) -> AsyncIterator[asyncpg.Connection]:
    """Outside of any transaction, in which the list of sessions would stand still."""
    connection = await asyncpg.connect(url)
    yield connection
    await connection.close()


@pytest.fixture
def migrations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Adds files to the folder of migrations, which is empty at first."""
    monkeypatch.setattr(migrate, "MIGRATIONS", tmp_path)

    def write(**files: str) -> None:
        for name, sql in files.items():
            (tmp_path / f"{name.replace('m', '', 1)}.sql").write_text(sql)

    return write


Start = Callable[[], subprocess.Popen[str]]


def launch(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip


@pytest.fixture
def start(url: str, tmp_path: Path) -> Start:
    return lambda: launch(PROGRAM, str(tmp_path), url)


async def until(look: Callable[[], Awaitable[object]]) -> None:
    async with asyncio.timeout(SECONDS):
        while not await look():  # noqa: ASYNC110  another process changes it
            await asyncio.sleep(0.02)


async def ended(process: subprocess.Popen[str]) -> list[str]:
    """What it applied."""
    said, _ = await asyncio.to_thread(process.communicate, timeout=SECONDS)
    assert process.returncode == 0, said
    return said.split()


WAITING = """
select count(*) from pg_stat_activity
where datname = current_database() and pid <> pg_backend_pid() and wait_event_type = 'Lock'
"""
OTHERS = """
select count(*) from pg_stat_activity
where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
"""


@pytest.mark.parametrize("held", ["schema_migrations", "things"])
async def test_a_migration_that_was_cut_off_is_done_again_whole(
    url, owner, watcher, migrations, start: Start, held: str
):
    """Killed at its last step, the record of itself, or in the middle."""
    migrations(m0001="create table things (id int primary key)")
    assert await migrate.migrate(url) == ["0001"]
    migrations(m0002="create table more (id int); insert into things values (1)")
    async with owner.transaction():
        await owner.execute(f"lock table {held} in share mode")
        process = start()
        await until(lambda: watcher.fetchval(WAITING))
        process.kill()
        process.wait(SECONDS)
    assert await migrate.migrate(url) == ["0002"]
    assert await owner.fetchval("select count(*) from things") == 1
    assert await migrate.migrate(url) == []


async def test_an_index_that_was_cut_off_is_made_again(url, owner, migrations, start: Start):
    """What a killed `create index concurrently` leaves behind exists and is of no use."""
    migrations(
        m0001="create table things (id int)",
        m0002="-- transactional: false\ndrop index concurrently if exists things_id;\n"
        "create index concurrently things_id on things (id);\n",
    )
    reader = await asyncpg.connect(url)
    await reader.execute("create table things_of_before ()")
    async with reader.transaction(isolation="repeatable_read"):
        await reader.fetch("select from things_of_before")  # the index waits for this to end
        process = start()
        await until(lambda: owner.fetchval(WAITING))
        process.kill()
        process.wait(SECONDS)
        backend = "select pg_terminate_backend(pid) from pg_stat_activity where query like 'create index%'"
        await owner.execute(backend)
    await reader.close()
    valid = "select indisvalid from pg_index where indexrelid = 'things_id'::regclass"
    await until(lambda: owner.fetchval("select to_regclass('things_id') is not null"))
    assert await owner.fetchval(valid) is False
    assert await migrate.migrate(url) == ["0002"]
    assert await owner.fetchval(valid) is True


async def test_a_process_that_waits_to_migrate_holds_no_snapshot(
    url, owner, migrations, start: Start
):
    """An index made concurrently waits for every older snapshot, so waiting must not hold one."""
    migrations(
        m0001="create table things (id int)",
        m0002="-- transactional: false\ndrop index concurrently if exists things_id;\n"
        "create index concurrently things_id on things (id);\n",
    )
    reader = await asyncpg.connect(url)
    async with reader.transaction(isolation="repeatable_read"):
        await reader.fetch("select from pg_class limit 1")
        first = start()
        await until(lambda: owner.fetchval(WAITING))
        second = start()
        await until(lambda: waits(owner, 3))
    await reader.close()
    assert await ended(first) == ["0001", "0002"]
    assert await ended(second) == []


async def waits(owner: asyncpg.Connection, sessions: int) -> bool:
    found: int = await owner.fetchval(OTHERS)
    return found >= sessions


async def test_many_processes_migrate_an_empty_database_at_once(url, owner):
    """Each migration is applied by exactly one of them."""
    program = PROGRAM.replace("Path(sys.argv[1])", "migrate.MIGRATIONS")
    processes = [launch(program, "", url) for _ in range(3)]
    applied = [name for process in processes for name in await ended(process)]
    assert sorted(applied) == migrate.list_known_migrations()
    recorded = await owner.fetch("select name from schema_migrations order by name")
    assert [row["name"] for row in recorded] == migrate.list_known_migrations()


async def test_a_table_that_is_in_use_is_waited_for_in_short_turns(
    url, owner, migrations, monkeypatch
):
    """Requests behind a waiting `alter table` would wait as long as it does."""
    monkeypatch.setattr(migrate, "LOCK_TIMEOUT", "set local lock_timeout = '50ms'")
    monkeypatch.setattr(migrate, "LOCK_ATTEMPTS", 3)
    migrations(m0001="create table things (id int)")
    await migrate.migrate(url)
    migrations(m0002="alter table things add column name text")
    async with owner.transaction():
        await owner.execute("lock table things in access share mode")
        with pytest.raises(migrate.SchemaError, match="0002 waits for a table"):
            await migrate.migrate(url)
    assert await migrate.migrate(url) == ["0002"]


async def test_in_a_deadlock_the_request_continues_and_the_migration_starts_again(
    url, owner, migrations
):
    migrations(m0001="create table things (id int); create table more (id int)")
    await migrate.migrate(url)
    migrations(m0002="alter table things add name text; alter table more add name text")
    request = await asyncpg.connect(url)
    # The migration never looks who is in whose way. The request looks after a second, and would be ended.
    await owner.execute(f"alter database {urlsplit(url).path[1:]} set deadlock_timeout = '1h'")
    async with request.transaction():
        await request.fetch("select from more")
        migrating = asyncio.create_task(migrate.migrate(url))
        await until(lambda: owner.fetchval(WAITING))
        await request.fetch("select from things")
    await request.close()
    assert await migrating == ["0002"]


async def test_requests_without_a_pause_that_lock_in_another_order_keep_no_migration_waiting(
    url, migrations, monkeypatch
):
    monkeypatch.setattr(migrate, "LOCK_ATTEMPTS", 12)
    migrations(m0001="create table things (id int); create table more (id int)")
    await migrate.migrate(url)
    migrations(
        m0002="""
alter table things add name text;
create trigger seen before update of id on more for each row
  execute function suppress_redundant_updates_trigger();
"""
    )
    ends = asyncio.Event()

    async def request() -> None:
        connection = await asyncpg.connect(url)
        while not ends.is_set():
            await connection.execute(
                "begin; insert into more values (1); select pg_sleep(0.02);"
                "insert into things values (1); commit"
            )
        await connection.close()

    async with asyncio.TaskGroup() as requests:
        for _ in range(6):
            requests.create_task(request())
        try:
            assert await migrate.migrate(url) == ["0002"]
        finally:
            ends.set()


async def test_a_database_of_before_the_record_is_taken_over(url, owner, migrations):
    migrations(m0001="create table things (id int)", m0002="create table more (id int)")
    await owner.execute("create table things (id int)")
    await owner.execute("create table _yoyo_migration (migration_id text)")
    await owner.execute("insert into _yoyo_migration values ('0001')")
    assert await migrate.migrate(url) == ["0002"]


NEWER = "insert into schema_migrations (name, contracts) values ($1, $2)"


@pytest.fixture
async def current(server_url: str) -> AsyncIterator[str]:
    async with own_database(server_url) as made:
        yield made


async def add_newer(url: str, name: str, contracts: str | None) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute(NEWER, name, contracts)
    await connection.close()


async def test_an_older_version_works_on_a_schema_that_was_only_expanded(current, tmp_path):
    await add_newer(current, "9999.future", None)
    settings = {"database_url": current, "data_dir": str(tmp_path)}
    assert "is published" in run("rotate-keys", **settings)
    said = run("doctor", status=None, **settings)
    assert "newer than this version (9999.future), and works with it" in said


@pytest.mark.parametrize("contracts", ["0.0.9", __version__])
async def test_a_contraction_for_older_versions_does_not_concern_this_one(current, contracts):
    await add_newer(current, "9999.future", contracts)
    assert await migrate.migrate(current) == []


async def test_a_contracted_schema_is_left_alone(current, tmp_path):
    await add_newer(current, "9998.expand", None)
    await add_newer(current, "9999.drop", "10.2.0")
    settings = {"database_url": current, "data_dir": str(tmp_path)}
    said = run("migrate", status=1, **settings)
    assert "newer schema (9999.drop) that needs Gatehouse 10.2.0 or later" in said
    assert "Traceback" not in said
    assert "needs Gatehouse 10.2.0" in run("doctor", status=1, **settings)


async def test_a_schema_of_another_line_is_left_alone(url, migrations):
    migrations(m0001="create table things (id int)", m0003="create table theirs (id int)")
    await migrate.migrate(url)
    migrate.MIGRATIONS.joinpath("0003.sql").rename(migrate.MIGRATIONS / "0002.sql")
    with pytest.raises(migrate.SchemaError, match=r"does not know \(0003\) and lacks .* \(0002\)"):
        await migrate.migrate(url)


async def test_what_a_migration_contracts_is_recorded_with_it(url, owner, migrations):
    migrations(m0001="create table things (a int, b int)")
    await migrate.migrate(url)
    migrations(m0002="-- depends: 0001\n-- contracts: 1.4.0\nalter table things drop column a")
    await migrate.migrate(url)
    stored = await owner.fetch("select name, contracts from schema_migrations order by name")
    assert [tuple(row) for row in stored] == [("0001", None), ("0002", "1.4.0")]
