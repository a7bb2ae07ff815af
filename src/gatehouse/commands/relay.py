"""`gatehouse relay …`: seats of a license where the vendor's server cannot be reached. It has its own
settings and reads none of the server's."""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from gatehouse.kit.configuration import ConfigurationError

if TYPE_CHECKING:
    from gatehouse.relay.settings import RelaySettings

AT_ONCE = 1_000  # the most that the server accepts in one call


def add_relay_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `gatehouse relay`. Without a command it serves."""
    parser.set_defaults(run_alone=run_relay_server)
    parser.add_argument("--port", type=int, help="instead of GATEHOUSE_RELAY_PORT")
    commands = parser.add_subparsers(metavar="command")
    text = "Show the key that the vendor's license file for this relay must name."
    commands.add_parser("key", help=text, description=text).set_defaults(run_alone=show_relay_key)
    text = "Say whether seats are leased now, how many, and until when."
    commands.add_parser("status", help=text, description=text).set_defaults(
        run_alone=show_relay_status
    )
    text = "Write what the tools were used for, and was not written before, for the vendor."
    exported = commands.add_parser("export", help=text, description=text)
    exported.add_argument("folder", type=Path)
    exported.set_defaults(run_alone=export_usage)


def run_relay_command(arguments: argparse.Namespace) -> None:
    from gatehouse.kit.logs import configure_logs
    from gatehouse.relay.settings import load_relay_settings

    port = getattr(arguments, "port", None)
    settings = load_relay_settings() if port is None else load_relay_settings(port=port)
    configure_logs(settings.log_level, settings.log_format)
    arguments.run_alone(settings, arguments)


def run_relay_server(settings: "RelaySettings", _: argparse.Namespace) -> None:
    import uvloop

    from gatehouse.kit.ports import refuse_taken_port
    from gatehouse.relay import process

    refuse_taken_port(settings.host, settings.port, "GATEHOUSE_RELAY_PORT")
    uvloop.run(process.serve_relay(settings))


def show_relay_key(settings: "RelaySettings", _: argparse.Namespace) -> None:
    from gatehouse.relay.key import load_or_create_relay_key

    print(load_or_create_relay_key(settings.folder).public)


def show_relay_status(settings: "RelaySettings", _: argparse.Namespace) -> None:
    from gatehouse.relay.process import open_relay
    from gatehouse.relay.service import VALID

    relay = open_relay(settings).relay
    code = relay.read_license_code()
    print(f"Standing    {code}")
    print(f"Relay key   {relay.own.public}")
    if code != "NO_FILE":
        file = relay.file
        print(f"License     {file.content['name']} ({file.content['customer']})")
        print(
            f"Seats       {relay.store.count_used_seats(relay.time.now())} of {file.max_seats} in use"
        )
        print(f"File until  {file.expires_at:%Y-%m-%d %H:%M} UTC")
    print(f"Usage       {relay.store.count_usage()} events wait")
    if code != VALID:
        raise SystemExit(1)


def export_usage(settings: "RelaySettings", arguments: argparse.Namespace) -> None:
    """Write files of at most a thousand events each: bodies of `POST /api/v1/license/usage`, which counts
    an event once even if it is sent twice."""
    from gatehouse.kit import clock
    from gatehouse.relay.store import Store

    folder: Path = arguments.folder
    store, count = Store(settings.folder), 0
    try:
        folder.mkdir(parents=True, exist_ok=True)
        while waiting := store.list_usage(AT_ONCE, only_new=True):
            now = clock.now()
            path = folder / f"usage-{now:%Y%m%dT%H%M%S%f}Z.json"
            path.write_text(json.dumps([event for _, event in waiting]))
            store.mark_usage_exported([name for name, _ in waiting], now)
            count += len(waiting)
    except OSError as error:
        raise ConfigurationError(f"{folder} cannot be written: {error.strerror}") from None
    print(f"{count} events were written.")
