"""`[permission_categories]`, `[permissions]` and `[roles]` of the configuration document."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from gatehouse.access.permissions import Permission
from gatehouse.directory.catalogue import queries
from gatehouse.directory.roles.models import ADMIN
from gatehouse.directory.roles.queries import (
    DELETE_VENDOR_ROLE,
    SAVE_VENDOR_ROLE,
    SET_VENDOR_ROLE_PERMISSIONS,
)
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.events import Event
from gatehouse.kit.schemas import Line, Text
from gatehouse.vendor.document.section import (
    Changes,
    DocumentEntry,
    DocumentProblem,
    DocumentSection,
    Entries,
    State,
    build_table_reader,
    build_unknown_permission_problem,
    quote_key,
)

Title = Annotated[Line, Field(min_length=1)]


class PermissionEntry(DocumentEntry):
    name: Title = Field(description="As people see it.")
    category: str = Field(description="One of `permission_categories`.")
    description: Text = Field("", description="What it permits.")
    assignment: Literal["ALWAYS", "ASSIGNABLE", "NEVER"] = Field(
        "ALWAYS", description="`NEVER`: tenants cannot put it into roles of their own."
    )
    fe_permission: bool = Field(False, description="Of Gatehouse itself, not of your product.")


class RoleEntry(DocumentEntry):
    name: Title = Field(description="As people see it; no tenant can use it for a role of its own.")
    description: Text = Field("", description="What its holders do.")
    is_default: bool = Field(False, description="People who join have it.")
    first_user_role: bool = Field(
        False, description="The user who creates an account gets it there."
    )
    level: int = Field(
        0,
        ge=0,
        le=1_000_000,
        description="A lower number ranks higher; users cannot assign a role above their own.",
    )
    permissions: Annotated[list[str], AfterValidator(lambda keys: sorted(set(keys)))] = Field(
        [], description="Keys; a star stands for anything."
    )


async def read_categories(db: Db) -> Entries:
    return {row.name: row.description for row in await queries.CATEGORIES.all(db)}


async def write_categories(db: Db, changes: Changes) -> None:
    """Save categories. Deleted ones are removed in `delete_categories`, after their permissions have
    moved."""
    for name, (_, description) in changes.items():
        if description is not None:
            await queries.SAVE_CATEGORY.run(db, name, description, clock.now())


async def write_permissions(db: Db, changes: Changes) -> None:
    for key, (_, after) in changes.items():
        if after is None:
            await queries.DELETE_PERMISSION.run(db, key)
        else:
            await queries.SAVE_PERMISSION.run(
                db,
                key,
                after["name"],
                after["description"],
                after["category"],
                after["assignment"],
                after["fe_permission"],
                clock.now(),
            )


async def delete_categories(db: Db, changes: Changes) -> Sequence[Event]:
    for name, (_, description) in changes.items():
        if description is None:
            await queries.DELETE_CATEGORY.run(db, name)
    return ()


async def write_roles(db: Db, changes: Changes) -> None:
    for key, (_, after) in changes.items():
        if after is None:
            await DELETE_VENDOR_ROLE.run(db, key)
            continue
        await SAVE_VENDOR_ROLE.run(
            db,
            key,
            after["name"],
            after["description"],
            after["is_default"],
            after["first_user_role"],
            after["level"],
            clock.now(),
        )
        await SET_VENDOR_ROLE_PERMISSIONS.run(db, key, after["permissions"])


def check_permissions(state: State) -> Iterator[DocumentProblem]:
    permissions, categories = state["permissions"], state["permission_categories"]
    for key, entry in permissions.items():
        if entry["category"] not in categories:
            place, name = f"permissions.{quote_key(key)}.category", entry["category"]
            yield DocumentProblem(
                place, f"the category {name!r} does not exist", "no_category", {"name": name}
            )
    for key in Permission:
        if key not in permissions:
            place = f"permissions.{quote_key(key)}"
            yield DocumentProblem(place, "is required by Gatehouse", "needed_by_gatehouse")


def check_roles(state: State) -> Iterator[DocumentProblem]:
    roles, permissions = state["roles"], state["permissions"]
    for key, entry in roles.items():
        place = f"roles.{quote_key(key)}"
        for wanted in entry["permissions"]:
            if wanted not in permissions:
                yield build_unknown_permission_problem(f"{place}.permissions", wanted)
    names = Counter(entry["name"].lower() for entry in roles.values())
    for name, count in names.items():
        if count > 1:
            said = f"{count} roles are named {name!r}"
            yield DocumentProblem("roles", said, "same_role_name", {"number": count, "name": name})
    if ADMIN not in roles:
        text = "every account must have at least one administrator"
        yield DocumentProblem(f"roles.{ADMIN}", text, "administrator_needed")
    if not any(entry["first_user_role"] for entry in roles.values()):
        text = "the first user of an account must have a role: set first_user_role"
        yield DocumentProblem("roles", text, "first_user_role_needed")


CATEGORIES = DocumentSection(
    "permission_categories",
    "How permissions are grouped: name and description.",
    Text,
    read_categories,
    write_categories,
    scalar=True,
    finish=delete_categories,
    example='[permission_categories]\nReports = "What the product finds"\n',
)
PERMISSIONS = DocumentSection(
    "permissions",
    "What a role can permit.",
    PermissionEntry,
    build_table_reader(PermissionEntry, queries.PERMISSIONS),
    write_permissions,
    check=check_permissions,
    example="""\
[permissions."reports.read"]
name = "View reports"
category = "Reports"
""",
)
ROLES = DocumentSection(
    "roles",
    "What every account can give its people.",
    RoleEntry,
    build_table_reader(RoleEntry, queries.ROLES),
    write_roles,
    check=check_roles,
    example="""\
[roles.Analyst]
name = "Analyst"
level = 15
permissions = ["reports.read"]
""",
)
