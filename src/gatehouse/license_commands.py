"""`gatehouse licenses …`: what the vendor decides about a license, beside what is paid."""

import argparse

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


def set_standing(settings: Settings, arguments: argparse.Namespace) -> None:
    from gatehouse.licensing.standing.service import set_standing

    name = with_database(
        settings,
        lambda database: set_standing(database, arguments.fingerprint, arguments.standing),
    )
    if name is None:
        raise ConfigurationError("No license has this fingerprint.")
    print(f"{name} is {arguments.standing}.")
