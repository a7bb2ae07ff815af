"""Everything that a remembered answer depends on has a version, and each change of it in the database, by any
client, gives it a new one (ADR 34)."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import pytest

import gatehouse.areas  # noqa: F401  every statement
from gatehouse.kit.db import Database, Db, Query, Scope
from tests.access.read_columns import Columns, find_read_columns
from tests.databases import opened
from tests.security.test_session_locks import until_waiting
from tests.world import World

ADR = Path(__file__).parents[2] / "docs/adr/0034-answers-are-valid-by-versions.md"
ROW = re.compile(
    r"^\| `(\w+)` \| (.+?) \|(?: (user|tenant|tenant or common|common) \|)?$", re.MULTILINE
)
# Read by the view of memberships, and in no answer.
UNCOUNTED = {("memberships", "last_seen_at")}
COMMON = ("common", None)
Version = tuple[str, UUID | None]

VERSIONS = """
select 'user' as kind, user_id as id, version from user_versions
union all select 'tenant', tenant_id, version from tenant_versions
union all select 'common', null, version from common_version
"""
COLUMNS = """
select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
  a.attnotnull and not a.atthasdef and a.attgenerated = '' as is_needed
from pg_attribute a where a.attrelid = $1::text::regclass and a.attnum > 0 and not a.attisdropped
"""
# By type: a first value, and another one.
VALUES = {
    "uuid": ("gen_random_uuid()", "gen_random_uuid()"),
    "text": ("gen_random_uuid()::text", "gen_random_uuid()::text"),
    "boolean": ("false", "not {}"),
    "integer": ("600", "{} + 1"),
    "timestamp with time zone": ("now()", "{} + interval '1 day'"),
    "jsonb": ("'{{}}'", "'[1]'"),
}
# Where the type does not say what is allowed.
FIRST = {
    "mfa_policies": {"enforce_mfa_type": "'Force'", "mfa_device_expiration": "604800"},
    "memberships": {"temporary_expires_at": "now()", "sessions_from": "now()"},
    "passwords": {"locked_until": "now()"},
    "tenants": {"deleted_at": "now()", "suspended_at": "now()"},
    "users": {"last_login_at": "now()", "locked_at": "now()"},
}
CHANGED = {
    ("entry_rules", "is_active"): "ip_active = not ip_active",
    ("memberships", "managed_by"): "managed_by = 'scim2'",
    ("mfa_policies", "enforce_mfa_type"): "enforce_mfa_type = 'DontForce'",
    ("permissions", "assignment_type"): "assignment_type = 'NEVER'",
    ("vendor", "mfa_enforcement"): "mfa_enforcement = 'Force'",
}


def read_documented() -> dict[str, tuple[set[str], str | None]]:
    """Columns and version of each table, as the decision says."""
    return {
        table: (set(re.findall(r"`(\w+)`", columns)) if kind else set(), kind or None)
        for table, columns, kind in ROW.findall(ADR.read_text())
    }


DOCUMENTED = read_documented()
COVERED = {table: kind for table, (_, kind) in DOCUMENTED.items() if kind}


@pytest.fixture
async def owner(db: Db) -> AsyncIterator[asyncpg.Connection]:
    """A transaction as the owner, in which references are not checked; rolled back at the end."""
    transaction = db.connection.transaction()
    await transaction.start()
    await db.connection.execute("set local role none; set local session_replication_role = replica")
    try:
        yield db.connection
    finally:
        await transaction.rollback()


async def find_columns_of_answers(connection: asyncpg.Connection) -> Columns:
    """What the statements of remembered answers read."""
    found: Columns = {}
    for query in Query.all_queries:
        if query.row is not None and "versions" in (query.fields or ()):
            for table, columns in (await find_read_columns(connection, query)).items():
                found.setdefault(table, set()).update(columns)
    return found


async def test_every_column_that_an_answer_reads_is_listed_with_its_version(
    owner: asyncpg.Connection,
):
    read = await find_columns_of_answers(owner)
    assert set(read) == set(DOCUMENTED)
    wrong = {
        table: columns ^ DOCUMENTED[table][0]
        for table, columns in read.items()
        if DOCUMENTED[table][1] and columns != DOCUMENTED[table][0]
    }
    assert wrong == {}


async def find_raised(connection: asyncpg.Connection, statement: str) -> set[Version]:
    """Which versions the statement adds, changes or deletes."""
    before = set(map(tuple, await connection.fetch(VERSIONS)))
    await connection.execute(statement)
    after = set(map(tuple, await connection.fetch(VERSIONS)))
    return {(kind, key) for kind, key, _ in before ^ after}


class WatchedTable:
    """A table with one row of a new user or tenant."""

    def __init__(self, connection: asyncpg.Connection, name: str) -> None:
        self.connection = connection
        self.name = name
        self.kind = COVERED[name].split()[0]
        self.id_column = "id" if name in ("users", "tenants", "permissions") else f"{self.kind}_id"
        self.owner_id = uuid4()
        self.touched: Version = COMMON if self.kind == "common" else (self.kind, self.owner_id)
        self.where = "" if name == "vendor" else f"where {self.id_column} = '{self.owner_id}'"
        self.delete = f"delete from {name} {self.where}"
        self.insert = ""

    async def add(self) -> None:
        self.types = {
            column["name"]: column["type"]
            for column in await self.connection.fetch(COLUMNS, self.name)
        }
        if self.name == "vendor":
            return
        if self.id_column != "id":
            owners = await self._compose_insert(f"{self.kind}s", "id")
            await self.connection.execute(owners)
        self.insert = await self._compose_insert(self.name, self.id_column)
        await self.connection.execute(self.insert)

    async def expect(self, statement: str, trigger: str) -> None:
        """The statement gives a new version, and without the trigger it does not."""
        if self.kind == "common":
            trigger = "versions_changed"
        async with self._undone():
            assert self.touched in await find_raised(self.connection, statement), statement
        async with self._undone():
            await self.connection.execute(f"drop trigger {trigger} on {self.name}")
            assert self.touched not in await find_raised(self.connection, statement), statement

    def compose_update(self, column: str) -> str:
        other = f"{column} = {VALUES[self.types[column]][1].format(column)}"
        return f"update {self.name} set {CHANGED.get((self.name, column), other)} {self.where}"

    async def _compose_insert(self, table: str, id_column: str) -> str:
        given = {
            column["name"]: VALUES[column["type"]][0].format()
            for column in await self.connection.fetch(COLUMNS, table)
            if column["is_needed"]
        }
        given |= FIRST.get(table, {}) | {id_column: f"'{self.owner_id}'"}
        return f"insert into {table} ({', '.join(given)}) values ({', '.join(given.values())})"

    @asynccontextmanager
    async def _undone(self) -> AsyncIterator[None]:
        transaction = self.connection.transaction()
        await transaction.start()
        try:
            yield
        finally:
            await transaction.rollback()


@pytest.mark.parametrize("name", sorted(COVERED))
async def test_each_change_gives_a_new_version(owner: asyncpg.Connection, name: str):
    """Of each column that an answer reads; and a row that is added or deleted."""
    table = WatchedTable(owner, name)
    await table.add()
    for column in sorted(DOCUMENTED[name][0]):
        if (name, column) not in UNCOUNTED:
            await table.expect(table.compose_update(column), "versions_changed")
    await table.expect(table.delete, "versions_removed")
    if table.insert:
        await owner.execute(table.delete)
        await table.expect(table.insert, "versions_added")


async def test_rows_that_are_added_without_a_search_path_give_a_version(
    owner: asyncpg.Connection,
):
    """As by the first copy of a subscription."""
    await owner.execute("set local search_path = ''")
    user_id = await owner.fetchval(
        "insert into public.users (id, email, name, created_at, updated_at)"
        " values (gen_random_uuid(), gen_random_uuid()::text, '', now(), now()) returning id"
    )
    found = "select count(*) from public.user_versions where user_id = $1"
    assert await owner.fetchval(found, user_id) == 1


@pytest.mark.parametrize("name", [one for one, kind in COVERED.items() if "or common" in kind])
async def test_a_change_of_a_row_without_tenant_gives_all_a_new_version(
    owner: asyncpg.Connection, name: str
):
    table = WatchedTable(owner, name)
    await table.add()
    await owner.execute(f"update {name} set tenant_id = null {table.where}")
    assert await find_raised(owner, f"delete from {name} where tenant_id is null") == {COMMON}


@pytest.mark.parametrize("name", sorted(COVERED))
async def test_an_emptied_table_gives_all_a_new_version(owner: asyncpg.Connection, name: str):
    assert COMMON in await find_raised(owner, f"truncate {name} cascade")


@pytest.mark.parametrize(
    "statement",
    [
        "update memberships set last_seen_at = now()",
        "update passwords set hash = 'x', failed_attempts = 3, breached_at = now(), changed_at = now()",
        "update users set updated_at = now(), default_tenant_id = null, external_id = 'x',"
        " vendor_metadata = '[1]', metadata_claimed = true, vouched_at = now(), proved_at = now()",
        "update users set name = name",
        "update roles set name = name",
    ],
)
async def test_changes_of_other_columns_give_no_version(owner: asyncpg.Connection, statement: str):
    for name in ("users", "memberships", "passwords", "roles"):
        await WatchedTable(owner, name).add()
    assert await find_raised(owner, statement) == set()


async def test_rows_that_go_with_another_give_a_new_version(world: World, db: Db):
    person = await world.person("ReadOnly")
    await db.connection.execute("begin")
    raised = await find_raised(
        db.connection, f"delete from memberships where user_id = '{person.id}'"
    )
    assert raised == {("user", person.id)}
    role = "delete from roles where key = 'ReadOnly' and tenant_id is null"
    assert COMMON in await find_raised(db.connection, role)
    await db.connection.execute("rollback")


async def test_a_change_in_the_scope_of_a_tenant_gives_a_new_version(
    world: World, database: Database, db: Db
):
    """The scope is the same afterwards."""
    person = await world.person("ReadOnly")
    version = "select version from user_versions where user_id = $1"
    before = await db.connection.fetchval(version, person.id)
    async with opened(database, Scope.tenant(person.tenant_id)) as scoped:
        await scoped.connection.execute(
            "delete from membership_roles where user_id = $1", person.id
        )
        assert await scoped.connection.fetchval(version, person.id) is None
    assert await db.connection.fetchval(version, person.id) not in (None, before)


async def test_changes_in_opposite_order_do_not_deadlock(world: World, db: Db, database: Database):
    """Both wait for the lower id, and hold nothing that the other needs."""
    tenant = await world.tenant()
    low, high = sorted([(await world.member(tenant))[0], (await world.member(tenant))[0]])
    role = await db.connection.fetchval("select id from roles where tenant_id is null limit 1")
    group = uuid4()
    await db.connection.execute(
        "insert into groups (id, tenant_id, name, created_at, updated_at)"
        " values ($1, $2, 'G', now(), now())",
        group, tenant,
    )  # fmt: skip
    changes: list[tuple[str, list[UUID], UUID]] = [
        ("insert into membership_roles select $1, one, $3 from unnest($2::uuid[]) one",
         [low, high], role),
        ("insert into group_members (tenant_id, user_id, group_id)"
         " select $1, one, $3 from unnest($2::uuid[]) one",
         [high, low], group),
    ]  # fmt: skip

    async def change(statement: str, *arguments: Any) -> None:
        async with database.pool.acquire() as connection:
            await connection.execute("begin; set local gatehouse.scope = 'system'")
            await connection.execute(statement, tenant, *arguments)
            await connection.execute("commit")

    async with database.pool.acquire() as holder:
        await holder.execute("begin; set local gatehouse.scope = 'system'")
        await holder.execute("update user_versions set version = default where user_id = $1", low)
        changing = []
        for number, arguments in enumerate(changes, 1):
            changing.append(asyncio.create_task(change(*arguments)))
            await until_waiting(db, number)
        await holder.execute("commit")
    await asyncio.gather(*changing)


@pytest.mark.parametrize("cascades", [False, True])
@pytest.mark.parametrize("kind", ["user", "tenant"])
async def test_the_version_goes_with_its_owner(world: World, db: Db, kind: str, cascades: bool):
    """Also where its memberships go with it."""
    person = await world.person("ReadOnly")
    key = person.id if kind == "user" else person.tenant_id
    found = f"select count(*) from {kind}_versions where {kind}_id = $1"
    assert await db.connection.fetchval(found, key) == 1
    if not cascades:
        await db.connection.execute("delete from memberships where user_id = $1", person.id)
    if kind == "tenant":
        home = "update users set default_tenant_id = null where id = $1"
        await db.connection.execute(home, person.id)
    await db.connection.execute(f"delete from {kind}s where id = $1", key)
    assert await db.connection.fetchval(found, key) == 0
