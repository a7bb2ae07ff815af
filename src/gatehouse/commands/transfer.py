"""`gatehouse users import`, `gatehouse import`, `gatehouse export`: data from and to other systems."""

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from gatehouse.commands.database import run_with_database
from gatehouse.kit.configuration import ConfigurationError
from gatehouse.kit.tenant_ids import inner_id

if TYPE_CHECKING:
    from gatehouse.imports.users.file import ImportFile
    from gatehouse.imports.users.models import ImportFailure, ProgressOut
    from gatehouse.kit.db import Database
    from gatehouse.settings import Settings

SHOWN = 20
FORMATS = ("auth0", "cognito", "firebase", "hosted", "keycloak")


def add_user_import_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `gatehouse users`."""
    commands = parser.add_subparsers(required=True, metavar="command")
    text = (
        "Import users from a file, with their password hashes. After an interruption, run it again."
    )
    sub = commands.add_parser("import", help=text, description=text)
    sub.add_argument("file", type=Path, help="CSV with a header (.csv), or JSON Lines")
    sub.add_argument(
        "--ignore-unknown",
        action="store_true",
        help="go on where the file has fields that are not known",
    )
    _add_import_options(sub)
    sub.set_defaults(run=import_users)


def add_import_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `gatehouse import`."""
    parser.add_argument("format", choices=FORMATS, help="the system that wrote the file")
    parser.add_argument("file", type=Path)
    parser.add_argument("--tenant-field", help="the field that names a user's account")
    parser.add_argument("--hash-config", type=Path, help="Firebase's hash parameters, in a file")
    parser.add_argument("--hashes", type=Path, help="Auth0's export of hashes, beside its users")
    _add_import_options(parser)
    parser.set_defaults(run=import_export)


def _add_import_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--tenant", type=inner_id, help="the account of rows that name none")
    parser.add_argument(
        "--verified",
        action="store_true",
        help="email addresses count as verified unless a row says otherwise",
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="check everything and change nothing"
    )
    parser.add_argument(
        "--report",
        type=Path,
        help="write rows that were skipped or imported in part to this CSV file",
    )


def add_export_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `gatehouse export`."""
    parser.add_argument("file", type=Path, help="gets one line of JSON for each row")
    parser.add_argument("--password-hashes", action="store_true", help="include password hashes")
    parser.set_defaults(run=export_everything)


def import_users(settings: "Settings", arguments: argparse.Namespace) -> None:
    from gatehouse.imports.users.file import read_user_file

    path: Path = arguments.file
    _run_import(
        settings,
        arguments,
        lambda: (
            read_user_file(
                path,
                arguments.tenant,
                verified=arguments.verified,
                ignores_unknown=arguments.ignore_unknown,
            ),
            [],
        ),
    )


def import_export(settings: "Settings", arguments: argparse.Namespace) -> None:
    from gatehouse.imports.models import Options
    from gatehouse.imports.service import read_export

    if arguments.hashes and arguments.format != "auth0":
        raise ConfigurationError("--hashes is for auth0; others have them in the same file")
    options = Options(
        arguments.tenant, arguments.tenant_field, arguments.hash_config, arguments.hashes
    )
    path: Path = arguments.file
    _run_import(
        settings,
        arguments,
        lambda: read_export(arguments.format, path, options, verified=arguments.verified),
    )


def _run_import(
    settings: "Settings",
    arguments: argparse.Namespace,
    read: Callable[[], "tuple[ImportFile, list[str]]"],
) -> None:
    from gatehouse.imports.errors import UnreadableRows
    from gatehouse.imports.users.file import import_user_file
    from gatehouse.vendor.document.plan import DocumentRefused

    began = time.monotonic()

    def told(done: "ProgressOut") -> None:
        seconds = time.monotonic() - began
        print(f"{done.position:,} rows done, {seconds:.0f} s", file=sys.stderr, flush=True)

    try:
        given, left_out = read()
        outcome = run_with_database(
            settings,
            lambda database: import_user_file(database, given, told, dry_run=arguments.dry_run),
        )
    except UnreadableRows as refused:
        raise ConfigurationError(refused.message) from None
    except DocumentRefused as refused:
        raise ConfigurationError("\n".join([*refused.problems, "Nothing was changed."])) from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{arguments.file} cannot be read: {error}") from None
    done = outcome.done
    for line in (*outcome.made, *(f"Left out: {one}" for one in left_out)):
        print(line)
    print(f"{done.created:,} new, {done.joined:,} had an account, {done.failed:,} were not taken.")
    _print_problems(outcome.failures, arguments.report)
    if outcome.omissions:
        print(f"{len(outcome.omissions):,} users were taken without something:")
        _print_problems(outcome.omissions, arguments.report)
    if arguments.report:
        _write_report(arguments.report, [*outcome.failures, *outcome.omissions])
    if arguments.dry_run:
        print("Nothing was changed: this was a dry run.")
    if done.failed:
        sys.exit(1)


def _print_problems(problems: Sequence["ImportFailure"], report: Path | None) -> None:
    for one in problems[:SHOWN]:
        print(f"row {one.number}: {one.email}: {one.problem}")
    if len(problems) > SHOWN:
        print(f"… and {len(problems) - SHOWN:,} more" + ("" if report else "; use --report"))


def _write_report(path: Path, problems: Sequence["ImportFailure"]) -> None:
    from gatehouse.audit.export.files import write_audit_csv

    rows = [
        (one.number, one.email, one.problem, "yes" if one.is_taken else "no")
        for one in sorted(problems, key=lambda one: one.number)
    ]
    write_audit_csv(path, ("number", "email", "problem", "taken"), rows)


def export_everything(settings: "Settings", arguments: argparse.Namespace) -> None:
    from gatehouse.exports.service import export_every_table
    from gatehouse.kit.external_ids import ExternalIds

    path: Path = arguments.file

    async def work(database: "Database") -> int:
        external_ids = ExternalIds(database)
        count = 0
        unfinished = path.with_name(f"{path.name}.part")
        with _open_private_file(unfinished) as file:
            async for line in export_every_table(
                database, _print_progress, passwords=arguments.password_hashes
            ):
                file.write((await external_ids.replace_in_json(line.encode())).decode() + "\n")
                count += 1
        unfinished.replace(path)
        return count

    try:
        count = run_with_database(settings, work)
    except OSError as error:
        raise ConfigurationError(f"{path} cannot be written: {error}") from None
    print(f"{count:,} rows in {path}")


def _print_progress(table: str, count: int) -> None:
    print(f"{table}: {count:,}", file=sys.stderr, flush=True)


def _open_private_file(path: Path) -> TextIO:
    """Open a file that only its owner may read: it contains names, addresses, and perhaps hashes."""
    return os.fdopen(
        os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8"
    )
