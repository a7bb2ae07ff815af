"""`gatehouse staff …`: the vendor's staff. The first owner is added here, others by owners."""

import argparse
from typing import TYPE_CHECKING

from gatehouse.access.staff_role import StaffRole
from gatehouse.commands.database import run_with_database
from gatehouse.kit.configuration import ConfigurationError

if TYPE_CHECKING:
    from gatehouse.kit.db import Database
    from gatehouse.settings import Settings
    from gatehouse.vendor_access.staff import StaffMember


def add_staff_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `gatehouse staff`."""
    commands = parser.add_subparsers(required=True, metavar="command")
    listed = commands.add_parser("list", help="List the staff.")
    listed.set_defaults(run=list_staff)
    added = commands.add_parser("add", help="Add a user who has an account here.")
    added.add_argument("email")
    added.add_argument("--role", choices=[one.value for one in StaffRole], required=True)
    added.set_defaults(run=add_staff)
    removed = commands.add_parser(
        "remove", help="Remove a staff member; their tokens stop working."
    )
    removed.add_argument("email")
    removed.set_defaults(run=remove_staff)


def list_staff(settings: "Settings", _: argparse.Namespace) -> None:
    for one in run_with_database(settings, _load_staff):
        print(f"{one.email}  {one.role}  since {one.created_at:%Y-%m-%d}")


def add_staff(settings: "Settings", arguments: argparse.Namespace) -> None:
    from gatehouse.audit.actors import SYSTEM
    from gatehouse.kit.db import Scope
    from gatehouse.kit.errors import DomainError
    from gatehouse.vendor_access import staff

    async def work(database: "Database") -> None:
        async with database.transaction(Scope.system()) as db:
            await staff.add_staff_member(
                db, arguments.email.strip().lower(), StaffRole(arguments.role), by=SYSTEM
            )

    try:
        run_with_database(settings, work)
    except DomainError as error:
        raise ConfigurationError(error.message) from None
    print(f"{arguments.email} is {arguments.role}.")


def remove_staff(settings: "Settings", arguments: argparse.Namespace) -> None:
    from gatehouse.audit.actors import SYSTEM
    from gatehouse.kit.db import Scope
    from gatehouse.kit.errors import DomainError
    from gatehouse.vendor_access import staff

    email = arguments.email.strip().lower()

    async def work(database: "Database") -> bool:
        found = [one for one in await _load_staff(database) if one.email == email]
        async with database.transaction(Scope.system()) as db:
            for one in found:
                await staff.remove_staff_member(db, one.user_id, by=SYSTEM)
        return bool(found)

    try:
        done = run_with_database(settings, work)
    except DomainError as error:
        raise ConfigurationError(error.message) from None
    if not done:
        raise ConfigurationError("No staff member has this address.")
    print("Removed.")


async def _load_staff(database: "Database") -> "list[StaffMember]":
    from gatehouse.kit.db import Scope
    from gatehouse.vendor_access import staff

    async with database.transaction(Scope.system()) as db:
        return await staff.list_staff(db)
