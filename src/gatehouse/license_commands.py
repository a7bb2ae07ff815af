"""`gatehouse licenses …`: what the vendor decides about a license, beside what is paid."""

import argparse
from datetime import timedelta

from gatehouse.kit.configuration import ConfigurationError
from gatehouse.settings import Settings
from gatehouse.vendor_commands import with_database

COMMANDS = {
    "suspend": ("suspended", "Let nobody use a license until it is restored."),
    "revoke": ("revoked", "Take a license back; its tools say so."),
    "restore": ("restored", "Undo that."),
}


def add_to(parser: argparse.ArgumentParser) -> None:
    """The words after `gatehouse licenses`."""
    commands = parser.add_subparsers(required=True, metavar="command")
    for name, (standing, text) in COMMANDS.items():
        sub = commands.add_parser(name, help=text, description=text)
        sub.add_argument("fingerprint")
        sub.set_defaults(run=set_standing, standing=standing)
    text = "Give a license a new key, and print it; the one until now works on for a while."
    sub = commands.add_parser("rotate-key", help=text, description=text)
    sub.add_argument("fingerprint")
    sub.add_argument("--overlap-hours", type=_hours, default=168, help="168 when left out; 0: none")
    sub.set_defaults(run=rotate_key)


def rotate_key(settings: Settings, arguments: argparse.Namespace) -> None:
    from gatehouse.audit.actors import SYSTEM
    from gatehouse.kit.crypto import Box
    from gatehouse.kit.db import Database, Scope
    from gatehouse.licensing.keys.models import NewKey
    from gatehouse.licensing.keys.rotation import rotate_any
    from gatehouse.licensing.licenses.errors import LicenseMissing
    from gatehouse.runtime import secret_keys

    box, overlap = Box(secret_keys(settings)), timedelta(hours=arguments.overlap_hours)

    async def rotate(database: Database) -> NewKey:
        async with database.transaction(Scope.system()) as db:
            return await rotate_any(db, box, arguments.fingerprint, overlap, SYSTEM)

    try:
        made = with_database(settings, rotate)
    except LicenseMissing:
        raise ConfigurationError("No license has this fingerprint.") from None
    print(made.key)
    if made.former_until:
        print(f"The key before it works until {made.former_until:%Y-%m-%d %H:%M} UTC.")


def _hours(text: str) -> int:
    from gatehouse.licensing.keys.rotation import MOST_HOURS

    hours = int(text)
    if not 0 <= hours <= MOST_HOURS:
        raise argparse.ArgumentTypeError(f"between 0 and {MOST_HOURS}")
    return hours


def set_standing(settings: Settings, arguments: argparse.Namespace) -> None:
    from gatehouse.licensing.standing.service import set_standing

    name = with_database(
        settings,
        lambda database: set_standing(database, arguments.fingerprint, arguments.standing),
    )
    if name is None:
        raise ConfigurationError("No license has this fingerprint.")
    print(f"{name} is {arguments.standing}.")
