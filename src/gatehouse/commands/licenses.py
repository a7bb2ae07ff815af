"""`gatehouse licenses …`: licenses that the vendor issues or changes outside the payment provider."""

import argparse
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from gatehouse.commands.database import run_in_transaction
from gatehouse.commands.subcommands import add_subcommand
from gatehouse.kit.configuration import ConfigurationError
from gatehouse.kit.tenant_ids import inner_id

if TYPE_CHECKING:
    from gatehouse.kit.crypto import Box
    from gatehouse.settings import Settings

STATUS_COMMANDS = {
    "suspend": ("suspended", "Block a license until it is restored."),
    "revoke": ("revoked", "Revoke a license; tools that use it report that."),
    "restore": ("restored", "Restore a suspended or revoked license."),
}


def add_license_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `gatehouse licenses`."""
    commands = parser.add_subparsers(required=True, metavar="command")
    command = partial(add_subcommand, commands)

    issued = command("issue", issue_license, "Issue a license outside the payment provider.")
    issued.add_argument("--tenant", type=inner_id, required=True, help="the id of the account")
    issued.add_argument("--seats", type=int, required=True)
    issued.add_argument("--until", type=_parse_day, help="its last day, UTC; no end when left out")
    issued.add_argument("--name", help="that of the organization when left out")
    issued.add_argument("--type", help="what plans go by; that of bought licenses when left out")
    issued.add_argument("--reference", help="what you call it; each is issued once")
    issued.add_argument("--billing-email", help="where the account has no organization yet")
    extended = command("extend", extend_license, "Let a license work longer than what is paid.")
    extended.add_argument("fingerprint")
    extended.add_argument(
        "until", type=_parse_day_or_never, help="a day, or `never` to take it back"
    )
    imported = command("import", import_licenses, "Issue a license for each line of a CSV file.")
    imported.add_argument("file", type=Path)
    imported.add_argument("--dry-run", action="store_true", help="do all of it, and undo it")
    imported.add_argument("--report", type=Path, help="write what was not taken here, as CSV")
    for name, (standing, text) in STATUS_COMMANDS.items():
        sub = command(name, change_license_standing, text)
        sub.add_argument("fingerprint")
        sub.set_defaults(standing=standing)
    text = "Give a license a new key, and print it; the one until now works on for a while."
    rotated = command("rotate-key", rotate_license_key, text)
    rotated.add_argument("fingerprint")
    rotated.add_argument(
        "--overlap-hours", type=_parse_hours, default=168, help="168 when left out; 0: none"
    )


def issue_license(settings: "Settings", arguments: argparse.Namespace) -> None:
    from gatehouse.audit.actors import SYSTEM
    from gatehouse.licensing.licenses import vendor_service
    from gatehouse.licensing.licenses.csv_import import SEATS
    from gatehouse.licensing.licenses.models import LicenseRequest
    from gatehouse.licensing.purchases.conversion import PAID_TYPE

    if arguments.seats not in SEATS:
        raise ConfigurationError(f"--seats is from 1 to {SEATS[-1]:,}.")
    wanted = LicenseRequest(
        arguments.tenant,
        arguments.seats,
        arguments.type or PAID_TYPE,
        arguments.name,
        arguments.until,
        arguments.billing_email,
        arguments.reference,
    )
    box = _open_box(settings)
    print(
        run_in_transaction(
            settings, lambda db: vendor_service.issue_license(db, box, wanted, SYSTEM)
        )
    )


def extend_license(settings: "Settings", arguments: argparse.Namespace) -> None:
    from gatehouse.audit.actors import SYSTEM
    from gatehouse.licensing.licenses import vendor_service

    until: date | None = arguments.until
    run_in_transaction(
        settings, lambda db: vendor_service.extend_license(db, arguments.fingerprint, until, SYSTEM)
    )
    print(f"It works at least until {until}." if until else "It works as long as is paid.")


def import_licenses(settings: "Settings", arguments: argparse.Namespace) -> None:
    from gatehouse.audit.actors import SYSTEM
    from gatehouse.licensing.licenses.csv_import import import_license_table

    try:
        text = arguments.file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{arguments.file} cannot be read: {error}") from None
    box = _open_box(settings)
    report = run_in_transaction(
        settings, lambda db: import_license_table(db, box, text, SYSTEM, dry_run=arguments.dry_run)
    )
    print(f"{len(report.made)} issued, {report.known} known, {len(report.problems)} not taken.")
    for one in report.problems:
        print(f"line {one.line}: {one.problem}")
    if arguments.report:
        from gatehouse.audit.export.files import write_audit_csv

        rows = [(one.line, one.code, one.problem) for one in report.problems]
        write_audit_csv(arguments.report, ("line", "code", "problem"), rows)
    if arguments.dry_run:
        print("Nothing was changed: this was a dry run.")


def change_license_standing(settings: "Settings", arguments: argparse.Namespace) -> None:
    from gatehouse.audit.actors import SYSTEM
    from gatehouse.licensing.licenses.vendor_service import set_license_standing

    fingerprint, standing = arguments.fingerprint, arguments.standing
    name = run_in_transaction(
        settings, lambda db: set_license_standing(db, fingerprint, standing, SYSTEM)
    )
    print(f"{name} is {standing}.")


def rotate_license_key(settings: "Settings", arguments: argparse.Namespace) -> None:
    from gatehouse.audit.actors import SYSTEM
    from gatehouse.licensing.licenses.keys import rotate_key_as_vendor

    box, overlap = _open_box(settings), timedelta(hours=arguments.overlap_hours)
    made = run_in_transaction(
        settings, lambda db: rotate_key_as_vendor(db, box, arguments.fingerprint, overlap, SYSTEM)
    )
    print(made.key)
    if made.former_until:
        print(f"The key before it works until {made.former_until:%Y-%m-%d %H:%M} UTC.")


def _open_box(settings: "Settings") -> "Box":
    from gatehouse.commands.runtime import secret_keys
    from gatehouse.kit.crypto import Box

    return Box(secret_keys(settings))


def _parse_day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError("a day such as 2027-03-31") from None


def _parse_day_or_never(text: str) -> date | None:
    return None if text == "never" else _parse_day(text)


def _parse_hours(text: str) -> int:
    from gatehouse.licensing.licenses.schemas import MOST_HOURS

    hours = int(text)
    if not 0 <= hours <= MOST_HOURS:
        raise argparse.ArgumentTypeError(f"between 0 and {MOST_HOURS}")
    return hours
