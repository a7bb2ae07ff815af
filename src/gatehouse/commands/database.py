"""The database of a command: the configured one, or an embedded one that stops with the command.

Commands import this module before they run, so it imports everything else in its functions.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from gatehouse.kit.configuration import ConfigurationError

if TYPE_CHECKING:
    from gatehouse.kit.db import Database, Db
    from gatehouse.settings import Settings

Result = TypeVar("Result")


@contextmanager
def start_database(settings: "Settings") -> "Iterator[Callable[[], str]]":
    """Gives a function that waits for the URL: the embedded server starts while the caller imports
    the rest of the program, which takes as long."""
    from concurrent.futures import ThreadPoolExecutor

    import asyncpg

    from gatehouse.kit.db.embedded import EmbeddedPostgres
    from gatehouse.kit.db.pools import explain_database_error

    configured = settings.database_url
    if configured:
        try:
            yield lambda: configured
        except asyncpg.TooManyConnectionsError as error:  # of any connection that the command opens
            raise ConfigurationError(explain_database_error(error)) from None
        return
    postgres = EmbeddedPostgres(settings.data_dir)
    with ThreadPoolExecutor(1, "postgres") as thread:
        starting = thread.submit(postgres.start)
        try:
            yield starting.result
        finally:
            if starting.exception() is None:
                postgres.stop()


async def migrate_or_explain(
    settings: "Settings", url: str, *, restores_missing: bool = False
) -> list[str]:
    """Apply missing migrations; their names. Raises `ConfigurationError` when the database cannot be used."""
    import asyncpg

    from gatehouse.commands.runtime import build_card_plugin, build_checkout_plugin
    from gatehouse.kit.db.migrate import SchemaError, migrate
    from gatehouse.kit.db.pools import explain_database_error
    from gatehouse.providers.simulators import require_simulators

    if settings.simulates_checkout or settings.simulates_cards:
        require_simulators(settings)
    owner = settings.migration_database_url or url
    try:
        done = await migrate(owner, restores_missing=restores_missing)
        if settings.simulates_checkout:
            await build_checkout_plugin(settings).prepare_database(owner)
        if settings.simulates_cards:
            await build_card_plugin(settings).prepare_database(owner)
        return done
    except SchemaError as error:
        raise ConfigurationError(str(error)) from None
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, ValueError) as error:
        raise ConfigurationError(explain_database_error(error)) from None


def run_with_database(
    settings: "Settings", work: Callable[["Database"], Awaitable[Result]]
) -> Result:
    """Run the work on an up-to-date schema."""
    from gatehouse.kit.db import COMMAND_PATIENCE, Database

    async def run(url: str) -> Any:
        await migrate_or_explain(settings, url)
        database = await Database.connect(url, connections=2, patience=COMMAND_PATIENCE)
        try:
            return await work(database)
        finally:
            await database.close()

    with start_database(settings) as url:
        result: Result = asyncio.run(run(url()))
        return result


def run_in_transaction(settings: "Settings", work: Callable[["Db"], Awaitable[Result]]) -> Result:
    """Run the work in one transaction that sees every tenant. A refusal becomes a `ConfigurationError`."""
    from gatehouse.kit.db import Scope
    from gatehouse.kit.errors import DomainError

    async def run(database: "Database") -> Result:
        async with database.transaction(Scope.system()) as db:
            return await work(db)

    try:
        return run_with_database(settings, run)
    except DomainError as refused:
        raise ConfigurationError(refused.message) from None
