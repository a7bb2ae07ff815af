"""`gatehouse vendor …`: the vendor's document and credentials."""

import argparse
import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from gatehouse.kit.configuration import ConfigurationError

if TYPE_CHECKING:
    from gatehouse.kit.db import Database, Db
    from gatehouse.settings import Settings

Result = TypeVar("Result")


def add_to(parser: argparse.ArgumentParser) -> None:
    """The words after `gatehouse vendor`."""
    commands = parser.add_subparsers(required=True, metavar="command")

    def command(name: str, run: Callable[..., None], text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text)
        sub.set_defaults(run=run)
        return sub

    shown = command("show", show, "Print the configuration as a document, or tables of it.")
    shown.add_argument("table", nargs="*", help="such as brand; all when none is named")
    compared = command("diff", diff, "Print what a document would change; 1 when that is anything.")
    compared.add_argument("file", help="a TOML document; - reads standard input")
    applied = command("apply", apply, "Check a document whole and put it in force.")
    applied.add_argument("file", help="a TOML document; - reads standard input")
    applied.add_argument("--dry-run", action="store_true", help="only show what would change")
    credentials = command("credentials", list_credentials, "What your backends sign in with.")
    kinds = credentials.add_subparsers(metavar="command")
    created = kinds.add_parser("create", help="Make one; its secret is shown this once.")
    created.add_argument("name", help="where it is used")
    created.add_argument(
        "--permission",
        action="append",
        help="such as vendor.read.*; may be repeated; everything when left out",
    )
    created.set_defaults(run=create_credential)
    revoked = kinds.add_parser("revoke", help="Refuse it, and its tokens, from now on.")
    revoked.add_argument("id")
    revoked.set_defaults(run=revoke_credential)
    reference = command("reference", write_reference, "Write the page about the document.")
    reference.add_argument("path", type=Path)


def show(settings: "Settings", arguments: argparse.Namespace) -> None:
    import gatehouse.vendor_sections  # noqa: F401  registers them
    from gatehouse.configuration.service import show_document
    from gatehouse.kit.errors import DomainError

    tables = arguments.table
    try:
        print(with_database(settings, lambda database: show_document(database, tables)), end="")
    except DomainError as refused:
        raise ConfigurationError(refused.message) from None


def diff(settings: "Settings", arguments: argparse.Namespace) -> None:
    differences = _differences(settings, arguments.file, dry_run=True)
    for line in differences:
        print(line)
    if differences:
        sys.exit(1)


def apply(settings: "Settings", arguments: argparse.Namespace) -> None:
    differences = _differences(settings, arguments.file, dry_run=arguments.dry_run)
    for line in differences:
        print(line)
    if not differences:
        print("Nothing differs.")
    elif arguments.dry_run:
        print("Nothing was changed: this was a dry run.")
    else:
        print("In force.")


def _differences(settings: "Settings", file: str, *, dry_run: bool) -> list[str]:
    import gatehouse.vendor_sections  # noqa: F401  registers them
    from gatehouse.commands.runtime import secret_keys
    from gatehouse.configuration.service import apply_document
    from gatehouse.kit.crypto import Box
    from gatehouse.vendor.document.plan import DocumentRefused

    text = _read(file)
    box = Box(secret_keys(settings))
    try:
        # Of what is undone again nobody hears.
        go = with_database if dry_run else changing
        return go(
            settings, lambda database: apply_document(database, text, box=box, dry_run=dry_run)
        )
    except DocumentRefused as refused:
        raise ConfigurationError("\n".join([*refused.problems, "Nothing was changed."])) from None


def list_credentials(settings: "Settings", _: argparse.Namespace) -> None:
    from gatehouse.vendor_access.credentials.service import list_credentials

    for one in with_database(settings, list_credentials):
        used = f"{one.last_used_at:%Y-%m-%d %H:%M}" if one.last_used_at else "never"
        state = f"revoked {one.revoked_at:%Y-%m-%d}" if one.revoked_at else f"last used {used}"
        print(f"{one.id}  {one.name}  {' '.join(one.permissions)}  {state}")


def create_credential(settings: "Settings", arguments: argparse.Namespace) -> None:
    from gatehouse.access.permissions import grants
    from gatehouse.access.vendor import VendorPermission
    from gatehouse.vendor_access.credentials.service import create_credential

    for held in arguments.permission or ():
        if not any(grants(held, one) for one in VendorPermission):
            known = ", ".join(VendorPermission)
            raise ConfigurationError(f"{held} permits nothing. There are {known}.")
    made = changing(
        settings,
        lambda database: create_credential(database, arguments.name, arguments.permission),
    )
    print(f"id         {made.id}")
    print(f"client id  {made.client_id}")
    print(f"secret     {made.secret}")
    print("The secret is not shown again.", file=sys.stderr)


def revoke_credential(settings: "Settings", arguments: argparse.Namespace) -> None:
    from gatehouse.vendor_access.credentials.service import revoke_credential

    found = changing(settings, lambda database: revoke_credential(database, arguments.id))
    if not found:
        raise ConfigurationError("There is no such credential in use.")
    print("Revoked.")


def write_reference(_: "Settings", arguments: argparse.Namespace) -> None:
    from gatehouse.vendor.document.reference import reference
    from gatehouse.vendor_sections import SECTIONS

    arguments.path.parent.mkdir(parents=True, exist_ok=True)
    arguments.path.write_text(reference(SECTIONS))


def _read(name: str) -> str:
    try:
        # Editors on Windows begin a file with a mark of its encoding.
        return sys.stdin.read() if name == "-" else Path(name).read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{name} cannot be read: {error}") from None


def with_database(settings: "Settings", work: Callable[["Database"], Awaitable[Result]]) -> Result:
    """On a schema that is up to date. What changes something goes through `changing`."""
    from gatehouse.commands.migrated_database import migrate_or_explain
    from gatehouse.commands.started_database import started_database
    from gatehouse.kit.db import COMMAND_PATIENCE, Database

    async def run(url: str) -> Any:
        await migrate_or_explain(settings, url)
        database = await Database.connect(url, connections=2, patience=COMMAND_PATIENCE)
        try:
            return await work(database)
        finally:
            await database.close()

    with started_database(settings) as url:
        result: Result = asyncio.run(run(url()))
        return result


def changing(settings: "Settings", work: Callable[["Database"], Awaitable[Result]]) -> Result:
    """As `with_database`, with all who hear of what happens."""
    import gatehouse.commands.subscribers  # noqa: F401

    return with_database(settings, work)


def in_transaction(settings: "Settings", work: Callable[["Db"], Awaitable[Result]]) -> Result:
    """One that sees every tenant. A refusal is told as it is."""
    from gatehouse.kit.db import Scope
    from gatehouse.kit.errors import DomainError

    async def run(database: "Database") -> Result:
        async with database.transaction(Scope.system()) as db:
            return await work(db)

    try:
        return changing(settings, run)
    except DomainError as refused:
        raise ConfigurationError(refused.message) from None
