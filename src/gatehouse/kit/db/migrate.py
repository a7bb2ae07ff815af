"""The numbered SQL files of the package's `migrations/`, each applied once, in one transaction with
the row that says so: a process that is killed leaves either both or neither. Functions, views and triggers
of `sql/` are created in the transaction of the last one, where their text has changed; policies then follow
table by table, because many tables that are locked at once would stop all requests.

A schema that is newer than this version is used as it is, unless one of the newer migrations says
`-- contracts: 1.4.0`: then only 1.4.0 and later work with it. The text of `sql/` is that of the newest
version that has migrated the database.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from itertools import cycle, islice, permutations
from pathlib import Path

import asyncpg

from gatehouse import __version__
from gatehouse.kit.db import current_sql, hosts
from gatehouse.kit.db.locks import AdvisoryLock, try_session_lock

MIGRATIONS = Path(__file__).parents[2] / "migrations"
ANSWER_SECONDS = 10
WAIT_SECONDS = 0.1
# A statement that waits for a table's lock blocks all statements behind it, so it waits briefly, and again:
# for less than PostgreSQL's deadlock timeout, after which it would end a request or the migration.
LOCK_TIMEOUT = "set local lock_timeout = '400ms'"
LOCK_ATTEMPTS = 120

CONTRACTS = re.compile(r"^-- contracts: (\S+)$", re.MULTILINE)
# Statements that PostgreSQL refuses in a transaction; the file holds nothing else.
# Statements that need an exclusive lock on a table, and tables that are new.
CHANGES_TABLE = re.compile(
    r"^(?:alter table (?:only )?|(?:create|drop) (?:constraint )?trigger [^;]*?\son )(\w+)",
    re.MULTILINE,
)
MAKES_TABLE = re.compile(r"^create (?:unlogged )?table (\w+)", re.MULTILINE)
BY_TABLE = ("policy", "row security", "versions")
NOT_IN_A_TRANSACTION = re.compile(r"^-- transactional: false$", re.MULTILINE)

LEDGER = """
create table schema_migrations (
  name text primary key,
  contracts text,
  applied_at timestamptz not null default now()
);
comment on table schema_migrations is 'which files of gatehouse/migrations were applied';
comment on column schema_migrations.contracts is 'the oldest version that works with the schema since';
do $$ begin  -- of a database that was made before this table was
  if to_regclass('_yoyo_migration') is not null then
    insert into schema_migrations (name) select migration_id from _yoyo_migration;
  end if;
end $$;
"""
# The schema of the extension, where no statement finds it: some providers keep extensions apart.
HIDDEN_TRIGRAMS = """
select quote_ident(current_database()) as database, quote_ident(n.nspname) as schema
from pg_extension e join pg_namespace n on n.oid = e.extnamespace
where e.extname = 'pg_trgm' and n.nspname <> all(current_schemas(true))
"""
HAS_LEDGER = "select to_regclass('schema_migrations') is not null"
RECORD = "insert into schema_migrations (name, contracts) values ($1, $2)"


class SchemaError(Exception):
    """The schema cannot be used by this version; the message says what to do."""


@dataclass(frozen=True, slots=True)
class SchemaComparison:
    """What a database has, compared with what this version brings."""

    pending: list[str]
    newer: list[str]
    needs: str | None = None  # the oldest version that works with what is newer
    changed: tuple[
        current_sql.Definition, ...
    ] = ()  # of `sql/`, what has another text in the database

    @property
    def is_current(self) -> bool:
        return not self.pending and not self.changed

    def require_usable_schema(self) -> None:
        if self.needs and _parse_version(__version__) < _parse_version(self.needs):
            raise SchemaError(
                f"The database has a newer schema ({self.newer[-1]}) that needs Gatehouse {self.needs} or "
                f"later; this is {__version__}. Start that version, or restore a backup from before the "
                "upgrade."
            )
        if self.newer and self.pending:
            raise SchemaError(
                f"The database has migrations that this version does not know ({self.newer[-1]}) and "
                f"lacks others that it needs ({self.pending[0]}). Start the version that made it."
            )


def list_known_migrations() -> list[str]:
    """Names of the migrations of this version, in order."""
    return sorted(path.stem for path in MIGRATIONS.glob("[0-9]*.sql"))


async def compare_schema(url: str) -> SchemaComparison:
    """How the database's schema compares with this version."""
    async with _connect_owner(url) as connection:
        return await _compare_schema(connection)


async def migrate(url: str, *, restores_missing: bool = False) -> list[str]:
    """Bring the schema up to date; the names of the migrations that this call applied. Safe to run from many
    processes, and again after any of them was killed. `restores_missing`: also look for definitions of this
    version that were dropped or disabled, and create them again."""
    async with _connect_owner(url) as connection:
        schema = await _compare_schema(connection)
        schema.require_usable_schema()
        if schema.is_current and not (restores_missing and await _find_missing(connection, schema)):
            return []
        await _acquire_migration_lock(connection)
        return await _apply_pending_migrations(connection, restores_missing=restores_missing)


# Row-level security applies to owners, too, unless they are superusers. A pooler, behind which a session lock
# could belong to any client, refuses connections that send this setting at the start.
EVERYTHING = {"gatehouse.scope": "system"}


@asynccontextmanager
async def _connect_owner(url: str) -> AsyncIterator[asyncpg.Connection]:
    try:
        connection = await hosts.connect_first_host(
            url, timeout=ANSWER_SECONDS, server_settings=EVERYTHING
        )
        try:
            yield connection
        except BaseException:
            connection.terminate()  # a goodbye would wait for a server that does not answer
            raise
        await connection.close(timeout=ANSWER_SECONDS)
    except TimeoutError:
        raise TimeoutError(f"it does not answer within {ANSWER_SECONDS} s") from None


def find_encoding_fault(connection: asyncpg.Connection) -> str | None:
    """Why the database cannot hold the schema: in UTF8 alone it has every letter, and normalizes text."""
    encoding = connection.get_settings().server_encoding
    if encoding == "UTF8":
        return None
    return (
        f"The database has the encoding {encoding}. Make one with UTF8 (create database … encoding 'UTF8'"
        " template template0), and let GATEHOUSE_DATABASE_URL lead there."
    )


async def _compare_schema(connection: asyncpg.Connection) -> SchemaComparison:
    if fault := find_encoding_fault(connection):
        raise SchemaError(fault)
    done = await _read_applied_migrations(connection)
    newer = sorted(done.keys() - list_known_migrations())
    return SchemaComparison(
        pending=[name for name in list_known_migrations() if name not in done],
        newer=newer,
        needs=max((done[name] for name in newer if done[name]), key=_parse_version, default=None),
        changed=() if newer else await _find_changed_definitions(connection),
    )


async def _find_changed_definitions(
    connection: asyncpg.Connection,
) -> tuple[current_sql.Definition, ...]:
    """None where a newer version has been here: its text works with this version too."""
    record = await current_sql.read_record(connection)
    if record is None or any(
        _parse_version(one) > _parse_version(__version__) for one in record.versions
    ):
        return ()
    return tuple(current_sql.find_changed(record))


async def _find_missing(
    connection: asyncpg.Connection, schema: SchemaComparison
) -> list[current_sql.Definition]:
    """None where a newer version has been here: it may have dropped what this version has."""
    return [] if schema.newer else await current_sql.find_missing_definitions(connection)


async def _read_applied_migrations(connection: asyncpg.Connection) -> dict[str, str]:
    """Each applied migration, and the oldest version that works since; mostly empty."""
    if not await connection.fetchval(HAS_LEDGER, timeout=ANSWER_SECONDS):
        return {}
    rows = "select name, coalesce(contracts, '') as contracts from schema_migrations"
    return dict(await connection.fetch(rows, timeout=ANSWER_SECONDS))


async def _acquire_migration_lock(connection: asyncpg.Connection) -> None:
    """Acquire the migration lock. It lives as long as the connection that migrates, so a killed process
    releases it once its last statement has ended. The lock is polled: a waiting statement would hold a
    snapshot, for whose end `create index concurrently` waits."""
    while not await try_session_lock(connection, AdvisoryLock.MIGRATION):  # noqa: ASYNC110
        await asyncio.sleep(WAIT_SECONDS)


async def _apply_pending_migrations(
    connection: asyncpg.Connection, *, restores_missing: bool
) -> list[str]:
    try:
        if not await connection.fetchval(HAS_LEDGER):
            await connection.execute(LEDGER)
        schema = await _compare_schema(connection)
        schema.require_usable_schema()
        is_new = schema.pending == list_known_migrations()
        for name in schema.pending:
            await _apply_migration(connection, name, is_last=name == schema.pending[-1])
        missing = await _find_missing(connection, schema) if restores_missing else []
        if schema.changed or schema.pending or missing:
            await _apply_current_sql(connection, is_new=is_new)
    except asyncpg.InsufficientPrivilegeError as error:
        remedy = error.hint or (
            "The login needs to own it: give the owner's URL as GATEHOUSE_MIGRATION_DATABASE_URL."
        )
        raise SchemaError(f"The schema cannot be changed: {error.message}. {remedy}") from error
    except asyncpg.UndefinedObjectError as error:
        hidden = await connection.fetchrow(HIDDEN_TRIGRAMS)
        if hidden is None:
            raise
        raise SchemaError(
            f"The extension pg_trgm is in the schema {hidden['schema']}, which is not in the search_path. As"
            f" the owner of the database, run: alter database {hidden['database']} set search_path = public,"
            f" {hidden['schema']};"
        ) from error
    return schema.pending


async def _apply_migration(connection: asyncpg.Connection, name: str, *, is_last: bool) -> None:
    """With the last one comes what differs of `sql/`, except what needs one table alone."""
    sql = (MIGRATIONS / f"{name}.sql").read_text()
    contracts = CONTRACTS.search(sql)
    record = (RECORD, name, contracts[1] if contracts else None)

    async def apply() -> None:
        await connection.execute(sql)
        await connection.execute(*record)
        if is_last:
            await current_sql.apply_definitions(
                connection, _group_by_table(await current_sql.find_outdated(connection))[0]
            )

    if NOT_IN_A_TRANSACTION.search(sql):
        for statement in filter(None, map(str.strip, sql.split(";"))):
            await connection.execute(statement)
        await connection.execute(*record)
        return
    together, _ = _group_by_table(await current_sql.find_outdated(connection) if is_last else ())
    await _run_with_table_locks(
        connection, f"The migration {name}", _list_tables_to_lock(sql, together), apply
    )


async def _apply_current_sql(connection: asyncpg.Connection, *, is_new: bool) -> None:
    """What the last migration has not done; in one transaction where the database `is_new`, whose tables
    no session uses yet."""
    outdated = await current_sql.find_outdated(connection)
    together, by_table = (outdated, {}) if is_new else _group_by_table(outdated)
    if together:
        await _run_with_table_locks(
            connection,
            "The SQL of this version",
            [] if is_new else _list_tables_to_lock("", together),
            partial(current_sql.apply_definitions, connection, together),
        )
    for table, definitions in by_table.items():
        await _run_with_table_locks(
            connection,
            f"The row security of {table}",
            [],
            partial(current_sql.apply_definitions, connection, definitions),
        )


def _group_by_table(
    definitions: Iterable[current_sql.Definition],
) -> tuple[list[current_sql.Definition], dict[str, list[current_sql.Definition]]]:
    """What is created in one transaction, and by table what needs that table alone."""
    together: list[current_sql.Definition] = []
    by_table: dict[str, list[current_sql.Definition]] = {}
    for one in definitions:
        if one.table and one.kind in BY_TABLE:
            by_table.setdefault(one.table, []).append(one)
        else:
            together.append(one)
    return together, by_table


async def _run_with_table_locks(
    connection: asyncpg.Connection,
    what: str,
    tables: list[str],
    apply: Callable[[], Awaitable[None]],
) -> None:
    """In one transaction, which begins again while other sessions use the tables."""
    orders = cycle(permutations(tables))
    for order in islice(orders, LOCK_ATTEMPTS):
        try:
            async with connection.transaction():
                await connection.execute(LOCK_TIMEOUT)
                for table in order:
                    await connection.execute(f"lock table {table} in access exclusive mode")
                await apply()
        except (asyncpg.LockNotAvailableError, asyncpg.DeadlockDetectedError):
            await asyncio.sleep(WAIT_SECONDS)
            continue
        return
    raise SchemaError(f"{what} waits for a table that other sessions keep using.")


def _list_tables_to_lock(sql: str, changed: Sequence[current_sql.Definition]) -> list[str]:
    """Those that were there before, when they are several. Requests lock them one after the other too. Taken
    against their order, there is always a request under load that has the second and waits for the first; so
    each attempt takes them in another order, and the right one comes up before long."""
    tables = dict.fromkeys(
        [*CHANGES_TABLE.findall(sql), *(one.table for one in changed if one.table)]
    )
    found = [table for table in tables if table not in MAKES_TABLE.findall(sql)]
    return found if len(found) > 1 else []


def _parse_version(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))
