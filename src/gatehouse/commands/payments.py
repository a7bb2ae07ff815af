"""`gatehouse payments …`: events of the payment provider that could not be applied, and discrepancies
between its data and the database."""

import argparse
from functools import partial
from typing import TYPE_CHECKING, Any
from uuid import UUID

from gatehouse.commands.database import run_in_transaction
from gatehouse.commands.subcommands import add_subcommand
from gatehouse.kit.configuration import ConfigurationError

if TYPE_CHECKING:
    from gatehouse.settings import Settings


def add_payment_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `gatehouse payments`."""
    commands = parser.add_subparsers(required=True, metavar="command")
    command = partial(add_subcommand, commands)

    command("stuck", list_stuck_events, "List the events that could not be applied, and why.")
    replayed = command("replay", replay_events, "Apply events again, once the cause is fixed.")
    replayed.add_argument("event", nargs="*", help="its id; all that are stuck when none is named")
    listed = command("differences", print_discrepancies, "List billing discrepancies.")
    listed.add_argument("--state", choices=["waiting", "noted", "resolved"], default="waiting")
    accepted = command("accept", accept_discrepancy, "Accept the provider's data in a discrepancy.")
    accepted.add_argument("difference", type=UUID, help="its id")
    noted = command("note", note_discrepancy, "Note why a discrepancy is correct.")
    noted.add_argument("difference", type=UUID, help="its id")
    noted.add_argument("reason", help="kept with it, and in the audit")
    stopped = command("stop", stop_charging, "Stop charges for which there is no usable license.")
    stopped.add_argument("difference", type=UUID, help="its id")


def list_stuck_events(settings: "Settings", _: argparse.Namespace) -> None:
    from gatehouse.licensing.reconciliation.stuck_events import read_stuck_events

    for one in run_in_transaction(settings, read_stuck_events):
        reason = one.last_error or "not tried yet"
        print(
            f"{one.id}  {one.type}  {one.received_at:%Y-%m-%d %H:%M}  {one.attempts} times  {reason}"
        )


def replay_events(settings: "Settings", arguments: argparse.Namespace) -> None:
    from gatehouse.licensing.reconciliation.stuck_events import replay_stuck_events

    replayed = run_in_transaction(settings, lambda db: replay_stuck_events(db, arguments.event))
    unknown = sorted({*arguments.event} - {*replayed})
    for one in replayed:
        print(f"{one} is applied again by the next free worker.")
    if unknown:
        raise ConfigurationError(f"Not waiting: {', '.join(unknown)}.")


# Newest first; the API lists the rest.
MOST = 100
COMMAND_LINE = "command line"


def print_discrepancies(settings: "Settings", arguments: argparse.Namespace) -> None:
    from gatehouse.licensing.reconciliation.service import list_discrepancies

    found, total = run_in_transaction(
        settings, lambda db: list_discrepancies(db, arguments.state, 0, MOST)
    )
    for one in found:
        print(f"{one.id}  {one.kind}  {one.subscription_id}  {one.tenant_name}")
        print(f"  since {one.found_at:%Y-%m-%d %H:%M}, seen {one.seen_at:%Y-%m-%d %H:%M}")
        print(f"  the provider: {_describe_side(one.provider)}")
        print(f"  kept here: {_describe_side(one.kept)}")
        if one.note:
            print(f"  noted by {one.noted_by}: {one.note}")
    if total > len(found):
        print(f"… and {total - len(found)} more.")


def accept_discrepancy(settings: "Settings", arguments: argparse.Namespace) -> None:
    from gatehouse.audit.actors import SYSTEM
    from gatehouse.licensing.reconciliation.service import accept_provider_data

    run_in_transaction(
        settings, lambda db: accept_provider_data(db, arguments.difference, COMMAND_LINE, SYSTEM)
    )
    print("The provider's data applies.")


def note_discrepancy(settings: "Settings", arguments: argparse.Namespace) -> None:
    from gatehouse.audit.actors import SYSTEM
    from gatehouse.licensing.reconciliation.service import add_discrepancy_note

    reason = arguments.reason.strip()
    if not 3 <= len(reason) <= 500:
        raise ConfigurationError("The reason has 3 to 500 characters.")
    run_in_transaction(
        settings,
        lambda db: add_discrepancy_note(db, arguments.difference, reason, COMMAND_LINE, SYSTEM),
    )
    print("It is settled until either side changes.")


def stop_charging(settings: "Settings", arguments: argparse.Namespace) -> None:
    from gatehouse.audit.actors import SYSTEM
    from gatehouse.licensing.reconciliation.service import stop_charges

    run_in_transaction(
        settings, lambda db: stop_charges(db, arguments.difference, COMMAND_LINE, SYSTEM)
    )
    print("The next free worker stops it at the provider.")


def _describe_side(side: dict[str, Any]) -> str:
    told = ", ".join(f"{name} {value}" for name, value in side.items() if value is not None)
    return told or "nothing"
