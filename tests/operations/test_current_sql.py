"""The text of `gatehouse/sql` in a database: new, upgraded, with another version beside."""

import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import pytest
from scripts.describe_schema import TARGET, describe

from gatehouse.kit.db import current_sql, migrate
from gatehouse.kit.db.database import APPLICATION_ROLE
from tests.databases import own_database
from tests.operations.test_commands import run

BEFORE = "0391"
POLICY_NAME = re.compile(r"^create policy \w+ on", re.MULTILINE)


@pytest.fixture
async def url(server_url: str) -> AsyncIterator[str]:
    """A database of this version."""
    async with own_database(server_url) as made:
        yield made


@pytest.fixture
async def owner(url: str) -> AsyncIterator[asyncpg.Connection]:
    connection = await asyncpg.connect(url)
    yield connection
    await connection.close()


@pytest.fixture
def sql(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the folder, to change."""
    copy = tmp_path / "sql"
    shutil.copytree(current_sql.FOLDER, copy)
    monkeypatch.setattr(current_sql, "FOLDER", copy)
    return copy


@pytest.fixture
def migrations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the folder, to add to."""
    copy = tmp_path / "migrations"
    shutil.copytree(migrate.MIGRATIONS, copy)
    monkeypatch.setattr(migrate, "MIGRATIONS", copy)
    return copy


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


@asynccontextmanager
async def every_table_in_use(url: str) -> AsyncIterator[None]:
    """As by a request that writes, except the records of the migrator itself."""
    writer = await asyncpg.connect(url)
    async with writer.transaction():
        tables = await writer.fetch(
            "select tablename from pg_tables where schemaname = 'public' and tablename not like 'schema_%'"
        )
        await writer.execute("".join(f"lock {row[0]} in row exclusive mode;" for row in tables))
        yield
    await writer.close()


SCOPE = "scope/gatehouse_user.sql"
IS_OTHER = "select prosrc like '%gatehouse.other%' from pg_proc where proname = 'gatehouse_user'"


def other_text(sql: Path) -> None:
    replace(sql / SCOPE, "gatehouse.user_id", "gatehouse.other")


async def test_the_described_schema_is_that_of_a_new_database(owner):
    assert await describe(owner) == TARGET.read_text(), "run 'make schema' and commit the result"


async def test_a_database_of_before_has_the_same_schema_after_its_upgrade(server_url, migrations):
    later = [name for name in migrate.list_known_migrations() if name >= BEFORE]
    texts = {name: (migrations / f"{name}.sql").read_text() for name in later}
    async with own_database(server_url, "template1") as url:
        for name in later:
            (migrations / f"{name}.sql").unlink()
        await migrate.migrate(url)
        for name, text in texts.items():
            (migrations / f"{name}.sql").write_text(text)
        assert await migrate.migrate(url) == later
        connection = await asyncpg.connect(url)
        assert await describe(connection) == TARGET.read_text()
        await connection.close()


async def test_what_the_migrations_made_is_what_the_files_say(url, owner):
    """The first upgrade runs none of it again, because it is recorded."""
    await owner.execute("delete from schema_objects")
    assert await migrate.migrate(url) == []
    made = await describe(owner)
    assert POLICY_NAME.sub("", made) == POLICY_NAME.sub("", TARGET.read_text())
    recorded = await owner.fetch("select name, checksum from schema_objects")
    assert {tuple(row) for row in recorded} == {
        (one.name, one.checksum) for one in current_sql.list_definitions()
    }


async def test_bodies_of_functions_name_what_is_there(owner):
    for one in current_sql.list_definitions():
        if one.kind == "function":
            await owner.execute(one.sql)


async def test_another_text_is_run_at_the_next_start_and_nothing_besides(url, owner, sql):
    other_text(sql)
    async with every_table_in_use(url):
        await migrate.migrate(url)
    assert await owner.fetchval(IS_OTHER) is True
    assert not (await migrate.compare_schema(url)).changed


async def test_the_text_of_a_trigger_and_of_row_security_changes(url, owner, sql):
    replace(sql / "licensing/add_license_key.sql", "new.key is not null", "new.key <> ''")
    replace(
        sql / "row_security/user_tables.sql",
        "('passwords', user_column => 'user_id')",
        "('passwords')",
    )
    await migrate.migrate(url)
    trigger = "select pg_get_triggerdef(oid) from pg_trigger where tgname = 'keep_license_key'"
    assert "new.key <> ''" in await owner.fetchval(trigger)
    policy = "select qual from pg_policies where tablename = 'passwords' and policyname = 'reach'"
    assert "gatehouse_user" not in await owner.fetchval(policy)


async def test_new_text_comes_with_the_last_migration_or_not_at_all(url, owner, sql, migrations):
    (migrations / "9998.first.sql").write_text("create table first_things (id int)")
    (migrations / "9999.last.sql").write_text("create table last_things (id int)")
    other_text(sql)
    good = (sql / SCOPE).read_text()
    (sql / SCOPE).write_text(good.replace("returns uuid", "returns uuid uuid"))
    with pytest.raises(asyncpg.PostgresSyntaxError):
        await migrate.migrate(url)
    assert await owner.fetchval("select to_regclass('first_things')") is not None
    assert await owner.fetchval("select to_regclass('last_things')") is None
    (sql / SCOPE).write_text(good)
    assert await migrate.migrate(url) == ["9999.last"]
    assert await owner.fetchval(IS_OTHER) is True


async def test_new_text_follows_an_index_that_is_made_concurrently(url, owner, sql, migrations):
    (migrations / "9999.index.sql").write_text(
        "-- transactional: false\ndrop index concurrently if exists by_color;\n"
        "create index concurrently by_color on metadata (id);\n"
    )
    other_text(sql)
    assert await migrate.migrate(url) == ["9999.index"]
    assert await owner.fetchval(IS_OTHER) is True


async def test_what_a_migration_dropped_is_made_again(url, owner, migrations):
    (migrations / "9999.drops.sql").write_text("drop trigger roster_enroll on memberships")
    await migrate.migrate(url)
    trigger = "select count(*) from pg_trigger where tgname = 'roster_enroll'"
    assert await owner.fetchval(trigger) == 1


async def test_what_is_no_longer_in_the_files_stays_until_a_migration_drops_it(url, owner, sql):
    (sql / "retired" / "gatehouse_knows.sql").unlink()
    await migrate.migrate(url)
    assert (
        await owner.fetchval("select count(*) from pg_proc where proname = 'gatehouse_knows'") == 1
    )


async def test_an_older_version_leaves_the_text_of_a_newer_one(url, owner, sql):
    await owner.execute(
        "update schema_objects set version = '10.2.0' where name like 'function g%'"
    )
    other_text(sql)
    assert await migrate.migrate(url) == []
    assert await owner.fetchval(IS_OTHER) is False


async def test_a_version_without_the_newest_migration_leaves_the_text(url, owner, sql):
    await owner.execute("insert into schema_migrations (name) values ('9999.future')")
    other_text(sql)
    assert await migrate.migrate(url) == []
    assert await owner.fetchval(IS_OTHER) is False


async def test_the_doctor_says_that_text_differs(url, owner, tmp_path):
    await owner.execute("update schema_objects set checksum = '' where name like 'function g%'")
    said = run("doctor", status=None, database_url=url, data_dir=str(tmp_path))
    assert "differ from this version" in said


async def test_the_application_owns_nothing_and_changes_no_record(url):
    connection = await asyncpg.connect(url, server_settings={"role": APPLICATION_ROLE})
    owned = """
        select count(*) from pg_roles r where r.rolname = current_user and (
          exists (select from pg_class c where c.relowner = r.oid)
          or exists (select from pg_proc p where p.proowner = r.oid))
    """
    assert await connection.fetchval(owned) == 0
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await connection.execute("update schema_objects set version = '10.0.0'")
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await connection.execute(
            "create or replace function gatehouse_user() returns uuid return null"
        )
    await connection.close()


def test_names_are_unique_and_statements_of_a_known_kind():
    found = current_sql.list_definitions()
    assert len({one.name for one in found}) == len(found)
    with pytest.raises(ValueError, match="no known kind"):
        current_sql.parse_definitions("create table things ()", "things.sql")


def test_a_grant_belongs_to_the_function_before_it():
    sql = (
        "-- One.\ncreate or replace function f(a int) returns int return 1;\n"
        "grant execute on function f(int) to x;"
    )
    [one] = current_sql.parse_definitions(sql, "f.sql")
    assert (one.name, one.text.count(";"), one.text[:6]) == ("function f(a int)", 2, "create")


async def test_triggers_of_versions_that_were_disabled_run_again_after_an_upgrade(owner):
    """`pg_restore --disable-triggers` leaves others than it found: `enable trigger all` is not `always`."""
    tables = ("vendor", "permissions", "users")
    for table in tables:
        await owner.execute(f"alter table {table} disable trigger all")
    async with owner.transaction():
        await current_sql.apply_definitions(owner, await current_sql.find_outdated(owner))
    enabled = await owner.fetch(
        "select distinct tgenabled from pg_trigger where tgname like 'versions%'"
        " and tgrelid = any ($1::text[]::regclass[])",
        tables,
    )
    assert [row[0] for row in enabled] == [b"A"]
