"""`gatehouse backup` and `gatehouse restore`: the database as one file, and back into an empty database."""

import argparse
import asyncio
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from gatehouse.commands.database import migrate_or_explain, start_database
from gatehouse.kit.configuration import ConfigurationError

if TYPE_CHECKING:
    from gatehouse.kit.db import Database
    from gatehouse.settings import Settings

MEBIBYTE = 1 << 20


def add_backup_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `gatehouse backup`."""
    parser.add_argument("file", type=Path, help="must not exist yet")
    parser.set_defaults(run=write_backup)


def add_restore_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `gatehouse restore`."""
    parser.add_argument("file", type=Path, help="of `gatehouse backup`")
    parser.set_defaults(run=restore_backup)


def write_backup(settings: "Settings", arguments: argparse.Namespace) -> None:
    """Write a consistent snapshot while other processes keep writing. An unfinished file has another name."""
    from gatehouse.kit.db import dump

    path: Path = arguments.file
    if path.exists():
        raise ConfigurationError(f"{path} exists already.")
    part = path.with_name(f"{path.name}.part")
    began = time.monotonic()
    with start_database(settings) as url:
        try:
            part.touch(mode=0o600)
            owner = settings.migration_database_url or url()
            dump.write_dump(asyncio.run(dump.inspect_restore_target(owner)), part)
            part.rename(path)
        except OSError as error:
            raise ConfigurationError(f"{path} cannot be written: {error}") from None
        finally:
            part.unlink(missing_ok=True)
        size = path.stat().st_size
        asyncio.run(_record_backup(settings, url(), size))
    print(f"{path}: {size / MEBIBYTE:.1f} MiB in {time.monotonic() - began:.0f} s.")
    print(
        "Keep GATEHOUSE_SECRET_KEY too, in another place: without it the secrets cannot be decrypted."
    )


async def _record_backup(settings: "Settings", url: str, size: int) -> None:
    """Record the backup for the metrics. The file is complete, so a failure here is only reported."""
    import asyncpg

    from gatehouse.kit import maintenance_runs as upkeep
    from gatehouse.kit.db import COMMAND_PATIENCE, Database

    try:
        database = await Database.connect(url, connections=2, patience=COMMAND_PATIENCE)
        try:
            await upkeep.record_maintenance_run(database, upkeep.BACKUP, size)
        finally:
            await database.close()
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        print(f"The metrics will not tell of this backup: {error}", file=sys.stderr)


def restore_backup(settings: "Settings", arguments: argparse.Namespace) -> None:
    """Restore a backup. Refuses a database that is not empty."""

    if not arguments.file.is_file():
        raise ConfigurationError(f"{arguments.file} is no file.")
    with start_database(settings) as url:
        told = asyncio.run(_restore_file(settings, url(), arguments.file))
    print(told)
    print("Run `gatehouse audit verify` to check that the audit log is unchanged.")


async def _restore_file(settings: "Settings", url: str, path: Path) -> str:
    from gatehouse.kit.db import COMMAND_PATIENCE, Database, dump

    owner = settings.migration_database_url or url
    await dump.prepare_restore(owner)
    for extension in await asyncio.to_thread(
        dump.read_dump, await dump.inspect_restore_target(owner), path
    ):
        print(
            f"The extension {extension} was left out: the owner of the database may not create it."
        )
    await dump.finish_restore(owner)
    await migrate_or_explain(settings, url)
    database = await Database.connect(url, connections=2, patience=COMMAND_PATIENCE)
    try:
        return await _describe_restored_data(settings, database)
    finally:
        await database.close()


async def _describe_restored_data(settings: "Settings", database: "Database") -> str:
    """Count what was restored. Raises `ConfigurationError` when its secrets cannot be decrypted."""
    from gatehouse.commands.runtime import secret_keys
    from gatehouse.kit.crypto import Box
    from gatehouse.kit.db import Query, Scope
    from gatehouse.kit.sealed import require_openable_values

    await require_openable_values(database, Box(secret_keys(settings)))
    async with database.transaction(Scope.system()) as db:
        accounts = await Query(int, "select count(*) from tenants", remembered=False).one(db)
        people = await Query(int, "select count(*) from users", remembered=False).one(db)
    return f"Restored: {accounts} accounts, {people} people."
