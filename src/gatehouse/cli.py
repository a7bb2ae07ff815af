"""Run and look after Gatehouse. Settings are environment variables: docs/reference/settings.md."""

import argparse
import gc
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from gatehouse import __version__
from gatehouse.commands import (
    audit,
    backup,
    generated_files,
    keys,
    licenses,
    payments,
    relay,
    server,
    staff,
    transfer,
    vendor,
)
from gatehouse.commands.subcommands import add_subcommand
from gatehouse.kit.configuration import ConfigurationError

if TYPE_CHECKING:
    from gatehouse.settings import Settings


def main() -> None:
    # Loading the program makes much and leaves no garbage; a process that stays turns it on again.
    gc.disable()
    arguments = _build_parser().parse_args()
    try:
        if hasattr(arguments, "run_alone"):
            relay.run_relay_command(arguments)
            return
        arguments.run(_load_settings_and_logs(arguments), arguments)
    except ConfigurationError as error:
        for line in str(error).splitlines():
            print(f"gatehouse: {line}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)


def _load_settings_and_logs(arguments: argparse.Namespace) -> "Settings":
    """Loaded, like all that a command needs, only once it runs: `--help` and a mistyped word need none."""
    from gatehouse.kit.logs import configure_logs
    from gatehouse.settings import load_settings

    port = getattr(arguments, "port", None)
    settings = load_settings() if port is None else load_settings(port=port)
    configure_logs(settings.log_level, settings.log_format)
    return settings


def _build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="gatehouse", description=__doc__)
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(required=True, metavar="command")
    command = partial(add_subcommand, commands)

    served = command("serve", server.run_web_server, "Run the web server with a worker beside it.")
    served.add_argument("--port", type=int, help="instead of GATEHOUSE_PORT")
    served.add_argument("--no-worker", action="store_true", help="jobs run in another process")
    served.add_argument(
        "--explain-start", action="store_true", help="print how long each step of the start took"
    )
    works = command("worker", server.run_worker, "Run a worker alone.")
    works.add_argument(
        "--probes", type=int, metavar="PORT", help="answer /readyz and /metrics there"
    )
    command("migrate", server.migrate_database, "Bring the database schema up to date.")
    command(
        "doctor", server.run_doctor, "Check configuration, database, schema, mail, keys and clock."
    )
    command(
        "stop",
        server.stop_embedded_database,
        "Stop an embedded database that a killed process left running.",
    )
    rotated = command(
        "rotate-keys", keys.rotate_keys, "Publish a new signing key; it signs ten minutes later."
    )
    rotated.add_argument("--algorithm", choices=["ES256", "RS256"], default="ES256")
    rotated = command(
        "rotate-saml-key",
        keys.rotate_saml_key,
        "Publish a new SAML key in the metadata for identity providers, beside the current one.",
    )
    rotated.add_argument(
        "--days", type=int, default=30, help="until it is the one that signs (default: 30)"
    )
    vendor.add_vendor_arguments(
        commands.add_parser("vendor", help="The vendor's configuration and credentials.")
    )
    staff.add_staff_arguments(commands.add_parser("staff", help="The vendor's staff."))
    licenses.add_license_arguments(
        commands.add_parser("licenses", help="Suspend, revoke and restore licenses, replace keys.")
    )
    text = "Lease the seats of a license file, where the vendor's server cannot be reached."
    relay.add_relay_arguments(commands.add_parser("relay", help=text, description=text))
    payments.add_payment_arguments(
        commands.add_parser(
            "payments",
            help="Events of the payment provider that could not be applied, and billing discrepancies.",
        )
    )
    audit.add_audit_arguments(
        commands.add_parser("audit", help="Verify that the audit log was not changed.")
    )
    transfer.add_user_import_arguments(
        commands.add_parser("users", help="Import users from another system.")
    )
    text = "Write the whole database to one file."
    backup.add_backup_arguments(commands.add_parser("backup", help=text, description=text))
    text = "Restore a backup into an empty database."
    backup.add_restore_arguments(commands.add_parser("restore", help=text, description=text))
    text = (
        "Import what another system exported: its users with their hashes, roles, accounts and groups."
        " After an interruption, run it again."
    )
    transfer.add_import_arguments(commands.add_parser("import", help=text, description=text))
    text = "Export everything that you own to a file: accounts, users, roles, licenses, settings."
    transfer.add_export_arguments(commands.add_parser("export", help=text, description=text))
    command(
        "rotate-secret", keys.reencrypt_secrets, "Encrypt what is stored with the new secret key."
    )
    described = command("openapi", generated_files.write_openapi, "Write the OpenAPI document.")
    described.add_argument("path", type=Path, nargs="?", help="instead of the package's own file")
    described = command(
        "manifest", generated_files.write_manifest, "Write which module has which route and job."
    )
    described.add_argument("path", type=Path, nargs="?", help="instead of the package's own file")
    described = command(
        "settings-reference", generated_files.write_settings_reference, "Write the settings page."
    )
    described.add_argument("path", type=Path)
    return parser
