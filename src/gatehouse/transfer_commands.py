"""`gatehouse users import` and `gatehouse export`: people from elsewhere, and everything to elsewhere."""

import argparse
import csv
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO
from uuid import UUID

from gatehouse.kit.configuration import ConfigurationError
from gatehouse.settings import Settings
from gatehouse.vendor_commands import with_database

if TYPE_CHECKING:
    from gatehouse.kit.db import Database
    from gatehouse.management.user_import.models import Failure, Progress

SHOWN = 20


def add_users_to(parser: argparse.ArgumentParser) -> None:
    """The words after `gatehouse users`."""
    commands = parser.add_subparsers(required=True, metavar="command")
    text = "Take people from a file, with the hashes of their passwords. Run it again when it was stopped."
    sub = commands.add_parser("import", help=text, description=text)
    sub.add_argument("file", type=Path, help="CSV with a header (.csv), or JSON Lines")
    sub.add_argument("--tenant", type=UUID, help="the account of rows that name none")
    sub.add_argument(
        "--verified", action="store_true", help="addresses of rows that do not say count as proved"
    )
    sub.add_argument("--report", type=Path, help="write the rows that were not taken here, as CSV")
    sub.set_defaults(run=import_users)


def add_export_to(parser: argparse.ArgumentParser) -> None:
    """The words after `gatehouse export`."""
    parser.add_argument("file", type=Path, help="gets one line of JSON for each row")
    parser.add_argument(
        "--password-hashes", action="store_true", help="also what people sign in with elsewhere"
    )
    parser.set_defaults(run=export)


def import_users(settings: Settings, arguments: argparse.Namespace) -> None:
    from gatehouse.management.user_import.errors import UnreadableRows
    from gatehouse.management.user_import.file import import_file

    path: Path = arguments.file
    began = time.monotonic()

    def told(done: "Progress") -> None:
        seconds = time.monotonic() - began
        print(f"{done.position:,} rows done, {seconds:.0f} s", file=sys.stderr, flush=True)

    async def work(database: "Database") -> Any:
        return await import_file(
            database, path, told, tenant_id=arguments.tenant, verified=arguments.verified
        )

    try:
        done, failures = with_database(settings, work)
    except UnreadableRows as refused:
        raise ConfigurationError(refused.message) from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{path} cannot be read: {error}") from None
    print(f"{done.created:,} new, {done.joined:,} had an account, {done.failed:,} were not taken.")
    _show(failures, arguments.report)


def _show(failures: Sequence["Failure"], report: Path | None) -> None:
    for one in failures[:SHOWN]:
        print(f"row {one.number}: {one.email}: {one.problem}")
    if len(failures) > SHOWN:
        print(f"… and {len(failures) - SHOWN:,} more" + ("" if report else "; use --report"))
    if report:
        with report.open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["number", "email", "problem"])
            writer.writerows((one.number, one.email, one.problem) for one in failures)


def export(settings: Settings, arguments: argparse.Namespace) -> None:
    from gatehouse.management.export.service import lines

    path: Path = arguments.file

    async def work(database: "Database") -> int:
        count = 0
        unfinished = path.with_name(f"{path.name}.part")
        with _private(unfinished) as file:
            async for line in lines(database, _tell_table, passwords=arguments.password_hashes):
                file.write(line + "\n")
                count += 1
        unfinished.replace(path)
        return count

    try:
        count = with_database(settings, work)
    except OSError as error:
        raise ConfigurationError(f"{path} cannot be written: {error}") from None
    print(f"{count:,} rows in {path}")


def _tell_table(table: str, count: int) -> None:
    print(f"{table}: {count:,}", file=sys.stderr, flush=True)


def _private(path: Path) -> TextIO:
    """For the owner's eyes: names, addresses, perhaps hashes."""
    return os.fdopen(
        os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8"
    )
