"""`gatehouse payments …`: events of the payment provider that could not be applied."""

import argparse
from collections.abc import Callable

from gatehouse.kit.configuration import ConfigurationError
from gatehouse.settings import Settings
from gatehouse.vendor_commands import in_transaction


def add_to(parser: argparse.ArgumentParser) -> None:
    """The words after `gatehouse payments`."""
    commands = parser.add_subparsers(required=True, metavar="command")

    def command(name: str, run: Callable[..., None], text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text)
        sub.set_defaults(run=run)
        return sub

    command("stuck", stuck, "List the events that could not be applied, and why.")
    replayed = command("replay", replay, "Apply events again, once the cause is mended.")
    replayed.add_argument("event", nargs="*", help="its id; all that are stuck when none is named")


def stuck(settings: Settings, _: argparse.Namespace) -> None:
    from gatehouse.licensing.stuck_events.service import list_stuck

    for one in in_transaction(settings, list_stuck):
        reason = one.last_error or "not tried yet"
        print(
            f"{one.id}  {one.type}  {one.received_at:%Y-%m-%d %H:%M}  {one.attempts} times  {reason}"
        )


def replay(settings: Settings, arguments: argparse.Namespace) -> None:
    from gatehouse.licensing.stuck_events.service import replay

    replayed = in_transaction(settings, lambda db: replay(db, arguments.event))
    unknown = sorted({*arguments.event} - {*replayed})
    for one in replayed:
        print(f"{one} is applied again by the next free worker.")
    if unknown:
        raise ConfigurationError(f"Not waiting: {', '.join(unknown)}.")
