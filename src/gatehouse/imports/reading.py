"""Files of other systems, read with care."""

from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import orjson

from gatehouse.imports.errors import UnreadableRows
from gatehouse.imports.models import Row
from gatehouse.imports.users.models import RefusedRow
from gatehouse.imports.users.rows import read_json_rows

# Errors from reading malformed data.
FAULTS = (ValueError, KeyError, TypeError, AttributeError, IndexError)
NESTED = ("app_metadata", "user_metadata", "attributes", "customAttributes")


def read_json_object(path: Path) -> dict[str, Any]:
    """The one JSON object of a file; `UnreadableRows`."""
    try:
        found = orjson.loads(path.read_bytes().removeprefix(BOM_UTF8))
    except orjson.JSONDecodeError as error:
        raise UnreadableRows(f"{path.name} is no JSON: {error}") from None
    if not isinstance(found, dict):
        raise UnreadableRows(f"{path.name} is no JSON object")
    return found


def require_objects(value: object, name: str) -> list[dict[str, Any]]:
    """A list of objects, also as a page with `items`; `UnreadableRows`."""
    if isinstance(value, dict):
        value = value.get("items")
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise UnreadableRows(f"{name} is no list of objects")
    return value


def read_json_lines(path: Path) -> Iterator[Any]:
    """Rows of JSON Lines, None for a malformed one; or of one array, as in Auth0's own import."""
    with path.open("rb") as file:
        # Editors on Windows begin a file with a mark of its encoding.
        yield from read_json_rows(chain([file.readline().removeprefix(BOM_UTF8)], file))


def read_or_refuse_user(user: object, read: Callable[[dict[str, Any]], Row]) -> Row:
    """Read one user. A malformed one is returned as refused, so that the others are still imported."""
    if not isinstance(user, dict):
        return RefusedRow("", "This line is not a JSON object")
    try:
        return read(user)
    except (*FAULTS, UnreadableRows) as error:
        return RefusedRow(
            clean_text(user.get("email")), f"Cannot be read: {type(error).__name__} {error}"
        )


def iterate_users_by_tenant(
    users: list[dict[str, Any]], accounts: Callable[[dict[str, Any]], int]
) -> Iterator[tuple[dict[str, Any], int]]:
    """All users with the index of their first tenant, then users with a second one, and so on: the first row
    of a user decides on the password."""
    place, left = 0, users
    while left:
        for user in left:
            yield user, place
        place += 1
        left = [user for user in left if accounts(user) > place]


def clean_text(value: object) -> str:
    """Text that can be stored, or nothing."""
    return value.replace("\x00", "").strip() if isinstance(value, str) else ""


def list_or_empty(value: object) -> list[Any]:
    """A list, or an empty one."""
    return value if isinstance(value, list) else []


def find_field_value(row: dict[str, Any], field: str | None) -> Any:
    """Value of a field, from the row itself or from the application's metadata in it."""
    if not field:
        return None
    nested = [row[name] for name in NESTED if isinstance(row.get(name), dict)]
    found = next((one[field] for one in (row, *nested) if one.get(field) is not None), None)
    return found[0] if isinstance(found, list) and found else found


def drop_empty_fields(**fields: Any) -> dict[str, Any]:
    """The fields without empty values."""
    return {name: value for name, value in fields.items() if value not in (None, "", [], {})}
