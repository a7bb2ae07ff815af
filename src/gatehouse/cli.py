"""Run and look after Gatehouse. Settings are environment variables: docs/reference/settings.md."""

import argparse
import asyncio
import gc
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from gatehouse import (
    __version__,
    audit_commands,
    backup_commands,
    license_commands,
    payment_commands,
    relay_commands,
    staff_commands,
    transfer_commands,
    vendor_commands,
)
from gatehouse.kit.configuration import ConfigurationError

if TYPE_CHECKING:
    from gatehouse.settings import Settings

MOST_DAYS = 365


def main() -> None:
    # Loading the program makes much and leaves no garbage; a process that stays turns it on again.
    gc.disable()
    arguments = _parser().parse_args()
    try:
        if hasattr(arguments, "run_alone"):
            relay_commands.run(arguments)
            return
        arguments.run(_settings(arguments), arguments)
    except ConfigurationError as error:
        for line in str(error).splitlines():
            print(f"gatehouse: {line}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)


def _settings(arguments: argparse.Namespace) -> "Settings":
    """Loaded, like all that a command needs, only once it runs: `--help` and a mistyped word need none."""
    from gatehouse.kit.logs import configure_logs
    from gatehouse.settings import load_settings

    port = getattr(arguments, "port", None)
    settings = load_settings() if port is None else load_settings(port=port)
    configure_logs(settings.log_level, settings.log_format)
    return settings


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="gatehouse", description=__doc__)
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(required=True, metavar="command")

    def command(name: str, run: Callable[..., None], text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text)
        sub.set_defaults(run=run)
        return sub

    served = command("serve", serve, "Run the web server with a worker beside it.")
    served.add_argument("--port", type=int, help="instead of GATEHOUSE_PORT")
    served.add_argument("--no-worker", action="store_true", help="jobs run in another process")
    works = command("worker", worker, "Run a worker alone.")
    works.add_argument(
        "--probes", type=int, metavar="PORT", help="answer /readyz and /metrics there"
    )
    command("migrate", migrate, "Bring the database schema up to date.")
    command("doctor", doctor, "Check configuration, database, schema, mail, keys and clock.")
    command("stop", stop, "Stop an embedded database that a killed process left running.")
    rotated = command(
        "rotate-keys", rotate_keys, "Publish a new signing key; it signs ten minutes later."
    )
    rotated.add_argument("--algorithm", choices=["ES256", "RS256"], default="ES256")
    rotated = command(
        "rotate-saml-key",
        rotate_saml_key,
        "Publish a new key of ours in the metadata for SAML providers, beside the one in use.",
    )
    rotated.add_argument(
        "--days", type=int, default=30, help="until it is the one that signs (default: 30)"
    )
    vendor_commands.add_to(
        commands.add_parser("vendor", help="The vendor's configuration and credentials.")
    )
    staff_commands.add_to(commands.add_parser("staff", help="The vendor's own people."))
    license_commands.add_to(
        commands.add_parser("licenses", help="Suspend, revoke and restore licenses, replace keys.")
    )
    text = "Lease the seats of a license file, where the vendor's server cannot be reached."
    relay_commands.add_to(commands.add_parser("relay", help=text, description=text))
    payment_commands.add_to(
        commands.add_parser("payments", help="Events of the payment provider that wait.")
    )
    audit_commands.add_to(
        commands.add_parser("audit", help="Whether anybody changed what the audit says.")
    )
    transfer_commands.add_users_to(commands.add_parser("users", help="Take people from elsewhere."))
    text = "Write the whole database to one file."
    backup_commands.add_backup_to(commands.add_parser("backup", help=text, description=text))
    text = "Fill an empty database from such a file."
    backup_commands.add_restore_to(commands.add_parser("restore", help=text, description=text))
    text = (
        "Take what another system exported: its people with their hashes, roles, accounts and groups. Run it"
        " again when it was stopped."
    )
    transfer_commands.add_import_to(commands.add_parser("import", help=text, description=text))
    text = "Write everything that you own to a file: accounts, people, roles, licenses, settings."
    transfer_commands.add_export_to(commands.add_parser("export", help=text, description=text))
    command("rotate-secret", rotate_secret, "Encrypt what is stored with the new secret key.")
    described = command("openapi", openapi, "Write the OpenAPI document.")
    described.add_argument("path", type=Path, nargs="?", help="instead of the package's own file")
    described = command("settings-reference", settings_reference, "Write the settings page.")
    described.add_argument("path", type=Path)
    return parser


def serve(settings: "Settings", arguments: argparse.Namespace) -> None:
    from gatehouse.kit.ports import refuse_taken_port
    from gatehouse.started_database import started_database

    refuse_taken_port(settings.host, settings.port, "GATEHOUSE_PORT")
    with started_database(settings) as url:
        from gatehouse import process

        _run(process.serve(settings, url(), with_worker=not arguments.no_worker))


def worker(settings: "Settings", arguments: argparse.Namespace) -> None:
    from gatehouse.kit.ports import refuse_taken_port
    from gatehouse.started_database import started_database

    if arguments.probes:
        refuse_taken_port(settings.host, arguments.probes, "GATEHOUSE_PORT")
    with started_database(settings) as url:
        from gatehouse import process

        _run(process.work(settings, url(), probes=arguments.probes))


def migrate(settings: "Settings", _: argparse.Namespace) -> None:
    from gatehouse.started_database import started_database

    with started_database(settings) as url:
        from gatehouse.migrated_database import migrate_or_explain

        done = asyncio.run(migrate_or_explain(settings, url()))
    for name in done:
        print(f"applied {name}")
    print("The schema is up to date.")


def openapi(settings: "Settings", arguments: argparse.Namespace) -> None:
    import orjson

    from gatehouse.api_description import DOCUMENT
    from gatehouse.app import build_app
    from gatehouse.kit.resources import Resources

    document = build_app(settings, Resources()).openapi()
    path = arguments.path or DOCUMENT
    path.write_bytes(orjson.dumps(document, option=orjson.OPT_INDENT_2) + b"\n")


def doctor(settings: "Settings", _: argparse.Namespace) -> None:
    from gatehouse.doctor import report

    if not report(settings, print):
        sys.exit(1)


def stop(settings: "Settings", _: argparse.Namespace) -> None:
    from gatehouse.kit.db.embedded import EmbeddedPostgres

    postgres = EmbeddedPostgres(settings.data_dir)
    if postgres.cluster.exists():
        postgres.start()
        postgres.stop()


def rotate_keys(settings: "Settings", arguments: argparse.Namespace) -> None:
    from gatehouse import rotation
    from gatehouse.started_database import started_database

    with started_database(settings) as url:
        key_id = asyncio.run(rotation.rotate_keys(settings, url(), arguments.algorithm))
    print(f"Key {key_id} is published and signs from ten minutes on.")


def rotate_saml_key(settings: "Settings", arguments: argparse.Namespace) -> None:
    from gatehouse import rotation
    from gatehouse.started_database import started_database

    if not 0 <= arguments.days <= MOST_DAYS:
        raise ConfigurationError(f"--days must be a number from 0 to {MOST_DAYS}.")
    with started_database(settings) as url:
        fingerprint, since = asyncio.run(
            rotation.rotate_saml_key(settings, url(), timedelta(days=arguments.days))
        )
    print(f"Certificate {fingerprint} is published. It signs from {since:%Y-%m-%d %H:%M} UTC on.")


def rotate_secret(settings: "Settings", _: argparse.Namespace) -> None:
    from gatehouse import rotation
    from gatehouse.started_database import started_database

    with started_database(settings) as url:
        done = asyncio.run(rotation.rotate_secret(settings, url()))
    for column, rows in done.items():
        print(f"{column}: {rows} rows")
    print("Everything is sealed with GATEHOUSE_SECRET_KEY alone.")


def settings_reference(_: "Settings", arguments: argparse.Namespace) -> None:
    from gatehouse.settings_reference import reference

    arguments.path.parent.mkdir(parents=True, exist_ok=True)
    arguments.path.write_text(reference())


def _run(main_task: object) -> None:
    import uvloop

    uvloop.run(main_task)  # type: ignore[arg-type]
