"""The whole database as one file, and back."""

import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import asyncpg
import pytest

from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_event
from gatehouse.directory.tenants.events import TenantUpdated
from gatehouse.kit import clock
from gatehouse.kit.configuration import ConfigurationError
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Database, Scope, dump, programs
from gatehouse.kit.db.embedded import find_postgres_binaries
from tests.databases import own_database
from tests.operations.test_commands import run
from tests.operations.test_rotate_secret import fill, opened_with

KEY, OTHER = "the-key-of-enough-letters-for-this-one", "another-key-of-enough-letters-for-it"
# That a backup was made is noted when it is there, and so is not in it.
TABLES = """
select format('%I.%I', schemaname, tablename) as name from pg_tables
where schemaname not in ('pg_catalog', 'information_schema') and tablename <> 'upkeep'
"""


async def content(url: str) -> dict[str, tuple[int, str]]:
    """Of each table how many rows, and a sum over all that they say."""
    owner = await asyncpg.connect(url, server_settings={"gatehouse.scope": "system"})
    rows = "select count(*), coalesce(md5(string_agg(r::text, ',' order by r::text)), '') from {} r"
    found = {
        row["name"]: tuple(await owner.fetchrow(rows.format(row["name"])))
        for row in await owner.fetch(TABLES)
    }
    await owner.close()
    return found


async def furnish(url: str) -> None:
    database = await Database.connect(url, connections=2)
    await fill(database, KEY, 3)
    for name in ("Acme", "Globex"):
        tenant_id = new_id()
        async with database.transaction(Scope.system()) as db:
            await (await db.open()).execute(
                "insert into tenants (id, path, name, created_at, updated_at)"
                " values ($1, $2, $3, $4, $4)",
                tenant_id, f"{tenant_id}/", name, clock.now(),
            )  # fmt: skip
            await announce_event(db, TenantUpdated(tenant_id), by=SYSTEM)
    await database.close()


@pytest.fixture
async def urls(server_url: str) -> AsyncIterator[tuple[str, str]]:
    """A furnished database, and an empty one."""
    async with AsyncExitStack() as stack:
        full = await stack.enter_async_context(own_database(server_url))
        empty = await stack.enter_async_context(own_database(server_url, "template1"))
        await furnish(full)
        yield full, empty


class Command:
    """`gatehouse …` on one database."""

    def __init__(self, url: str, folder: Path, key: str = KEY) -> None:
        self.settings: dict[str, Any] = {
            "database_url": url, "data_dir": str(folder), "env": "development", "secret_key": key,
        }  # fmt: skip

    def __call__(self, *arguments: str, status: int = 0) -> str:
        return run(*arguments, status=status, **self.settings)


async def test_what_was_destroyed_is_as_it_was(urls: tuple[str, str], tmp_path: Path):
    full, empty = urls
    file = tmp_path / "gatehouse.backup"
    said = Command(full, tmp_path)("backup", str(file))
    assert "MiB" in said
    assert "GATEHOUSE_SECRET_KEY" in said
    assert file.stat().st_mode & 0o077 == 0
    assert sorted(os.listdir(tmp_path)) == ["gatehouse.backup"]
    before = await content(full)
    assert before["public.tenants"][0] == 2
    said = Command(empty, tmp_path)("restore", str(file))
    assert "Restored: 2 accounts, 0 people." in said
    assert await content(empty) == before
    database = await Database.connect(empty, connections=1)
    assert await opened_with(database, KEY)
    await database.close()
    assert "Nothing was changed." in Command(empty, tmp_path)("audit", "verify")


async def test_a_server_before_17_takes_it(
    urls: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Which knows no `transaction_timeout`; `pg_restore` sets it for every server."""
    full, empty = urls
    file, folder = tmp_path / "gatehouse.backup", tmp_path / "bin"
    Command(full, tmp_path)("backup", str(file))
    folder.mkdir()
    for name in ("pg_dump", "pg_restore"):
        (folder / name).symlink_to(find_postgres_binaries() / name)
    older = "s/^set transaction_timeout .*/set unknown_here = 0;/I"
    psql = folder / "psql"
    psql.write_text(
        f"#!/bin/sh\nsed '{older}' | exec '{find_postgres_binaries() / 'psql'}' \"$@\"\n"
    )
    psql.chmod(0o700)
    monkeypatch.setattr(programs, "find_postgres_binaries", lambda: folder)
    await dump.prepare_restore(empty)
    dump.read_dump(await dump.inspect_restore_target(empty), file)
    await dump.finish_restore(empty)
    assert await content(empty) == await content(full)
    monkeypatch.setattr(dump, "ONLY_SINCE_17", b"")
    with pytest.raises(ConfigurationError, match=r"psql says: .*unknown_here"):
        dump.read_dump(await dump.inspect_restore_target(empty), file)


async def test_nothing_is_written_over(urls: tuple[str, str], tmp_path: Path):
    full, empty = urls
    file = tmp_path / "gatehouse.backup"
    Command(full, tmp_path)("backup", str(file))
    assert "exists already" in Command(full, tmp_path)("backup", str(file), status=1)
    before = await content(full)
    said = Command(full, tmp_path)("restore", str(file), status=1)
    assert "There are tables in this database already." in said
    assert await content(full) == before
    half = tmp_path / "half.backup"
    half.write_bytes(file.read_bytes()[:-2000])
    assert "pg_restore says" in Command(empty, tmp_path)("restore", str(half), status=1)
    assert await content(empty) == {}
    said = Command(empty, tmp_path)("restore", str(tmp_path / "none"), status=1)
    assert "is no file" in said


async def test_a_wrong_secret_key_is_said_at_once(urls: tuple[str, str], tmp_path: Path):
    full, empty = urls
    file = tmp_path / "gatehouse.backup"
    Command(full, tmp_path)("backup", str(file))
    said = Command(empty, tmp_path, OTHER)("restore", str(file), status=1)
    assert "cannot be decrypted" in said
    assert "Traceback" not in said


async def test_a_login_of_the_web_processes_is_told_that_it_is_not_the_owner(
    server_url: str, urls: tuple[str, str], tmp_path: Path
):
    full, _ = urls
    name = f"web_{uuid4().hex[:12]}"
    root = await asyncpg.connect(server_url)
    await root.execute(f"create role {name} login in role gatehouse_app")
    try:
        login = full.replace("postgres@", f"{name}@")
        said = Command(login, tmp_path)("backup", str(tmp_path / "file"), status=1)
    finally:
        await root.execute(f"drop role {name}")
        await root.close()
    assert "set GATEHOUSE_MIGRATION_DATABASE_URL" in said
    assert not (tmp_path / "file").exists()


@asynccontextmanager
async def owner_of(server_url: str, database: str, rights: str) -> AsyncIterator[tuple[str, str]]:
    """A login that is no superuser and owns the database: its name, and its URL."""
    name = f"owner_{uuid4().hex[:12]}"
    root = await asyncpg.connect(server_url)
    await root.execute(f"create role {name} login {rights}")
    await root.execute(f"alter database {urlsplit(database).path[1:]} owner to {name}")
    try:
        yield name, database.replace("postgres@", f"{name}@")
    finally:
        await root.execute(f"alter database {urlsplit(database).path[1:]} owner to postgres")
        inside = await asyncpg.connect(database)
        await inside.execute(f"drop owned by {name} cascade")
        await inside.close()
        await root.execute(f"drop owned by {name} cascade; drop role {name}")
        await root.close()


async def execute(url: str, *statements: str) -> None:
    connection = await asyncpg.connect(url)
    for statement in statements:
        await connection.execute(statement)
    await connection.close()


async def test_an_extension_that_is_there_already_is_no_hindrance(
    server_url: str, urls: tuple[str, str], tmp_path: Path
):
    """As where the provider or `template1` brings it: its owner is another one."""
    full, empty = urls
    file = tmp_path / "gatehouse.backup"
    Command(full, tmp_path)("backup", str(file))
    await execute(empty, "create extension pg_trgm")
    async with owner_of(server_url, empty, "createrole") as (name, url):
        # The owner may grant the role too, so that only the extension can be in the way.
        await execute(server_url, f"grant gatehouse_app to {name} with admin option")
        assert "Restored: 2 accounts" in Command(url, tmp_path)("restore", str(file))
        assert await content(empty) == await content(full)


async def test_an_extension_that_the_owner_may_not_create_is_left_out(
    server_url: str, urls: tuple[str, str], tmp_path: Path
):
    full, empty = urls
    file = tmp_path / "gatehouse.backup"
    await execute(
        full,
        "create extension pg_stat_statements; create extension citext",
        "create function note() returns event_trigger language plpgsql as 'begin end'",
        "create event trigger watched on ddl_command_end execute function note()",
        "create publication everything for all tables",
    )
    Command(full, tmp_path)("backup", str(file))
    async with owner_of(server_url, empty, "createrole") as (name, url):
        await execute(server_url, f"grant gatehouse_app to {name} with admin option")
        said = Command(url, tmp_path)("restore", str(file))
        assert "The extension pg_stat_statements was left out" in said
        assert "citext" not in said
        assert await content(empty) == await content(full)
        connection = await asyncpg.connect(empty)
        names = {
            row["extname"] for row in await connection.fetch("select extname from pg_extension")
        }
        await connection.close()
        assert "citext" in names
        assert "pg_stat_statements" not in names


async def test_a_role_that_was_made_beforehand_is_enough(
    server_url: str, urls: tuple[str, str], tmp_path: Path
):
    """For an owner who may make no roles."""
    full, empty = urls
    file = tmp_path / "gatehouse.backup"
    Command(full, tmp_path)("backup", str(file))
    async with owner_of(server_url, empty, "") as (name, url):
        said = Command(url, tmp_path)("restore", str(file), status=1)
        assert "Traceback" not in said
        assert "grant gatehouse_app to the owner" in said
        await execute(server_url, f"grant gatehouse_app to {name}")
        assert "Restored: 2 accounts" in Command(url, tmp_path)("restore", str(file))
        assert await content(empty) == await content(full)


async def test_an_owner_without_superuser_rights_backs_up_everything(
    server_url: str, urls: tuple[str, str], tmp_path: Path
):
    """As at every provider of databases: row-level security binds such an owner."""
    full, _ = urls
    name, password = f"owner_{uuid4().hex[:12]}", "p@ss/word"
    root = await asyncpg.connect(server_url)
    await root.execute(f"create role {name} login createrole password '{password}'")
    file, again = tmp_path / "first.backup", tmp_path / "second.backup"
    Command(full, tmp_path)("backup", str(file))
    async with own_database(server_url, "template1") as empty:
        await root.execute(f"grant gatehouse_app to {name} with admin option")
        await root.execute(f"alter database {urlsplit(empty).path[1:]} owner to {name}")
        bound = empty.replace("postgres@", f"{name}:p%40ss%2Fword@")
        assert bound != empty
        Command(bound, tmp_path)("restore", str(file))
        assert await content(empty) == await content(full)
        Command(bound, tmp_path)("backup", str(again))
        async with own_database(server_url, "template1") as third:
            Command(third, tmp_path)("restore", str(again))
            assert await content(third) == await content(full)
    await root.execute(f"drop owned by {name} cascade; drop role {name}")
    await root.close()
