"""The numbered SQL files of the package's `migrations/`, applied by yoyo under an advisory lock."""

import asyncio
from pathlib import Path

import asyncpg

MIGRATIONS = Path(__file__).parents[2] / "migrations"
LOCK = 0x6761_7465  # any number that nothing else on this database locks


class SchemaError(Exception):
    """The schema cannot be used by this version; the message says what to do."""


def known() -> list[str]:
    """Names of the migrations of this version, in order."""
    return sorted(path.stem for path in MIGRATIONS.glob("[0-9]*.sql"))


async def applied(connection: asyncpg.Connection) -> set[str]:
    if await connection.fetchval("select to_regclass('_yoyo_migration')") is None:
        return set()
    return {row[0] for row in await connection.fetch("select migration_id from _yoyo_migration")}


async def migrate(url: str) -> list[str]:
    """Bring the schema up to date; the names of what was applied. Safe to run from many processes."""
    connection = await asyncpg.connect(url)
    try:
        await connection.fetchval("select pg_advisory_lock($1)", LOCK)
        done = await applied(connection)
        unknown = done - set(known())
        if unknown:
            raise SchemaError(
                f"The database has a newer schema ({max(unknown)}) than this version of Gatehouse. "
                "Start the version that made it, or restore a backup from before the upgrade."
            )
        pending = [name for name in known() if name not in done]
        if pending:
            await asyncio.to_thread(_apply, url)
        return pending
    finally:
        await connection.close()


async def pending(url: str) -> list[str]:
    """Migrations that the database lacks."""
    connection = await asyncpg.connect(url)
    try:
        done = await applied(connection)
    finally:
        await connection.close()
    return [name for name in known() if name not in done]


def _apply(url: str) -> None:
    # Only when there is something to apply: the driver costs start-up time and memory.
    import psycopg
    import yoyo
    from yoyo.backends.core.postgresql import PostgresqlPsycopgBackend
    from yoyo.connections import parse_uri
    from yoyo.migrations import default_migration_table

    class Backend(PostgresqlPsycopgBackend):  # type: ignore[misc]  # the package has no types
        def init_connection(self, connection: psycopg.Connection) -> None:
            """Row-level security binds owners too, unless they are superusers."""
            connection.execute("set gatehouse.scope = 'system'")

    try:
        with Backend(parse_uri(url), default_migration_table) as backend:
            backend.init_database()
            backend.apply_migrations(backend.to_apply(yoyo.read_migrations(str(MIGRATIONS))))
    except psycopg.Error as error:
        story = str(error).splitlines()[0]
        raise SchemaError(
            f"The schema cannot be changed: {story}. The login needs to own it: give the owner's "
            "URL as GATEHOUSE_MIGRATION_DATABASE_URL."
        ) from error
