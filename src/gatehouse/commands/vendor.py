"""`gatehouse vendor …`: the vendor's document and credentials."""

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from gatehouse.commands.database import run_with_database
from gatehouse.commands.subcommands import add_subcommand
from gatehouse.kit.configuration import ConfigurationError

if TYPE_CHECKING:
    from gatehouse.settings import Settings


def add_vendor_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `gatehouse vendor`."""
    commands = parser.add_subparsers(required=True, metavar="command")
    command = partial(add_subcommand, commands)

    shown = command(
        "show", show_document, "Print the configuration as a document, or tables of it."
    )
    shown.add_argument("table", nargs="*", help="such as brand; all when none is named")
    compared = command(
        "diff", show_differences, "Print what a document would change; 1 when that is anything."
    )
    compared.add_argument("file", help="a TOML document; - reads standard input")
    applied = command("apply", apply_document, "Check a document whole and put it in force.")
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


def show_document(settings: "Settings", arguments: argparse.Namespace) -> None:
    from gatehouse.configuration.service import show_document
    from gatehouse.kit.errors import DomainError

    tables = arguments.table
    try:
        print(run_with_database(settings, lambda database: show_document(database, tables)), end="")
    except DomainError as refused:
        raise ConfigurationError(refused.message) from None


def show_differences(settings: "Settings", arguments: argparse.Namespace) -> None:
    differences = _apply_file(settings, arguments.file, dry_run=True)
    for line in differences:
        print(line)
    if differences:
        sys.exit(1)


def apply_document(settings: "Settings", arguments: argparse.Namespace) -> None:
    differences = _apply_file(settings, arguments.file, dry_run=arguments.dry_run)
    for line in differences:
        print(line)
    if not differences:
        print("Nothing differs.")
    elif arguments.dry_run:
        print("Nothing was changed: this was a dry run.")
    else:
        print("In force.")


def _apply_file(settings: "Settings", file: str, *, dry_run: bool) -> list[str]:
    from gatehouse.commands.runtime import secret_keys
    from gatehouse.configuration.service import apply_document
    from gatehouse.kit.crypto import Box
    from gatehouse.vendor.document.plan import DocumentRefused

    text = _read_text(file)
    box = Box(secret_keys(settings))
    try:
        return run_with_database(
            settings, lambda database: apply_document(database, text, box=box, dry_run=dry_run)
        )
    except DocumentRefused as refused:
        raise ConfigurationError("\n".join([*refused.problems, "Nothing was changed."])) from None


def list_credentials(settings: "Settings", _: argparse.Namespace) -> None:
    from gatehouse.vendor_access.credentials import list_credentials

    for one in run_with_database(settings, list_credentials):
        used = f"{one.last_used_at:%Y-%m-%d %H:%M}" if one.last_used_at else "never"
        state = f"revoked {one.revoked_at:%Y-%m-%d}" if one.revoked_at else f"last used {used}"
        print(f"{one.id}  {one.name}  {' '.join(one.permissions)}  {state}")


def create_credential(settings: "Settings", arguments: argparse.Namespace) -> None:
    from gatehouse.access.permissions import grants_permission
    from gatehouse.access.vendor_permissions import VendorPermission
    from gatehouse.vendor_access.credentials import create_credential

    for held in arguments.permission or ():
        if not any(grants_permission(held, one) for one in VendorPermission):
            known = ", ".join(VendorPermission)
            raise ConfigurationError(f"{held} permits nothing. There are {known}.")
    made = run_with_database(
        settings,
        lambda database: create_credential(database, arguments.name, arguments.permission),
    )
    print(f"id         {made.id}")
    print(f"client id  {made.client_id}")
    print(f"secret     {made.secret}")
    print("The secret is not shown again.", file=sys.stderr)


def revoke_credential(settings: "Settings", arguments: argparse.Namespace) -> None:
    from gatehouse.vendor_access.credentials import revoke_credential

    found = run_with_database(settings, lambda database: revoke_credential(database, arguments.id))
    if not found:
        raise ConfigurationError("There is no such credential in use.")
    print("Revoked.")


def write_reference(_: "Settings", arguments: argparse.Namespace) -> None:
    from gatehouse.vendor.document.reference import render_reference
    from gatehouse.vendor_sections import SECTIONS

    arguments.path.parent.mkdir(parents=True, exist_ok=True)
    arguments.path.write_text(render_reference(SECTIONS))


def _read_text(name: str) -> str:
    try:
        # Editors on Windows start a file with a byte order mark.
        return sys.stdin.read() if name == "-" else Path(name).read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{name} cannot be read: {error}") from None
