"""Rows of a file, in CSV with a header or in JSON Lines, parsed into users.

The columns are the fields of the wire's `migrations/v1/local`; in CSV, semicolons separate ids and role keys.
"""

import csv
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import chain
from typing import Annotated, Any, AnyStr, Literal
from uuid import UUID

import orjson
from pydantic import BeforeValidator, Field, ValidationError

from gatehouse.directory.users.errors import InvalidEmail
from gatehouse.directory.users.service import derive_name_from_email, normalize_email
from gatehouse.identity.profile.schemas import PictureAddress
from gatehouse.identity.usernames.name import InvalidUsername, check_username
from gatehouse.imports.errors import UnreadableRows
from gatehouse.imports.users import models
from gatehouse.imports.users.hashes import convert_to_stored_hash
from gatehouse.kit import clock
from gatehouse.kit.schemas import Line, Metadata, Phone, Wire
from gatehouse.kit.tenant_ids import TenantId

Format = Literal["csv", "jsonl"]
LONGEST_CELL = 100_000
MOST_NAMED = 20
# Fields that may be left out, so that the user can still be imported.
OMITTABLE = {
    "name", "profile_picture_url", "password_hash", "password_hash_type", "password_hash_config",
    "phone_number", "provider", "metadata", "vendor_metadata", "external_id", "username",
}  # fmt: skip


def _split_at_semicolons(value: object) -> object:
    return [part.strip() for part in value.split(";")] if isinstance(value, str) else value


Roles = Annotated[list[UUID], BeforeValidator(_split_at_semicolons), Field(max_length=100)]
Keys = Annotated[list[Line], BeforeValidator(_split_at_semicolons), Field(max_length=100)]
ShortText = Annotated[str, Field(max_length=4096, pattern=r"^[^\x00]*$")]


class ImportRow(Wire):
    """`roles` are keys. `verifyUser`: the address counts as verified. `isDisabled` and
    `temporaryExpirationDate` are of the membership in this account."""

    email: Annotated[str, Field(max_length=320)]
    tenant_id: TenantId | None = None
    name: Line | None = None
    profile_picture_url: PictureAddress | None = None
    password_hash: ShortText | None = None
    password_hash_type: ShortText | None = None
    password_hash_config: ShortText | None = None
    phone_number: Phone | None = None
    provider: Literal[
        "local", "saml", "google", "github", "facebook", "microsoft", "scim2", "slack", "apple"
    ] = "local"
    metadata: Metadata = None
    vendor_metadata: Metadata = None
    external_id: Annotated[str, Field(max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$")] | None = None
    username: ShortText | None = None
    role_ids: Roles = Field(default_factory=list)
    roles: Keys = Field(default_factory=list)
    verify_user: bool = False
    is_disabled: bool = False
    temporary_expiration_date: datetime | None = None


# Both spellings of each field, to its name here.
FIELDS = {
    spelling: name
    for name, field in ImportRow.model_fields.items()
    for spelling in (name, field.alias or name)
}


def read_import_rows(lines: Iterable[str], form: Format) -> Iterator[Any]:
    """Rows as dictionaries. A malformed line of JSON yields None. Raises `UnreadableRows` for a file of
    another format."""
    if form == "jsonl":
        yield from read_json_rows(lines)
        return
    csv.field_size_limit(LONGEST_CELL)
    try:
        reader = csv.DictReader(lines, strict=True)
        if "email" not in (reader.fieldnames or ()):
            raise UnreadableRows("The first line must name the columns, including email")
        for row in reader:
            yield {name: value for name, value in row.items() if name and value not in ("", None)}
    except csv.Error as error:
        raise UnreadableRows(f"This is not a valid CSV file: {error}") from None


def read_json_rows(lines: Iterable[AnyStr]) -> Iterator[Any]:
    """Rows of JSON Lines, None for a malformed one; or the elements of a single array."""
    filled: Iterator[AnyStr] = (line for line in lines if line.strip())
    first = next(filled, None)
    if first is None:
        return
    if first.lstrip()[:1] not in ("[", b"["):
        yield _parse_json_line(first)
        yield from map(_parse_json_line, filled)
        return
    every = list(chain((first,), filled))
    array = _parse_json_line(first[:0].join(every))
    yield from array if isinstance(array, list) else map(_parse_json_line, every)


def reject_unknown_fields(rows: Iterable[Any]) -> None:
    """Raises `UnreadableRows` with the names of unknown fields, such as misspelled ones, whose values would
    be lost."""
    found = {name for row in rows if isinstance(row, dict) for name in row if name not in FIELDS}
    if not found:
        return
    named = ", ".join(name[:80] for name in sorted(found)[:MOST_NAMED])
    more = f" and {len(found) - MOST_NAMED:,} more" if len(found) > MOST_NAMED else ""
    raise UnreadableRows(
        f"Unknown fields: {named}{more}. Rename them as the fields of migrations/v1/local, remove them, or"
        " have unknown fields ignored."
    )


def parse_row(
    number: int, row: Any, *, tenant_id: UUID | None, verified: bool = False
) -> models.ImportableUser | models.ImportFailure:
    """Parse a row. `tenant_id` and `verified` apply to rows without such fields."""
    omitted = [row.omitted] if isinstance(row, models.ReducedRow) else []
    row = row.row if isinstance(row, models.ReducedRow) else row
    email = read_email_of_row(row)[:320].replace("\x00", "")
    if isinstance(row, models.RefusedRow):
        problem = row.problem[: models.LONGEST_PROBLEM].replace("\x00", "")
        return models.ImportFailure(number, row.email[:320].replace("\x00", ""), problem)
    if not isinstance(row, dict):
        return models.ImportFailure(number, "", "This line is not a JSON object")
    try:
        given = _validate_row(row, omitted)
        address = normalize_email(given.email)
        wanted = given.tenant_id or tenant_id
        if wanted is None:
            return models.ImportFailure(number, email, "tenantId: is required")
        expires_at = _require_future_time(given.temporary_expiration_date)
    except ValidationError as error:
        return models.ImportFailure(number, email, _describe_problem(error.errors()[0]))
    except InvalidEmail as refusal:
        return models.ImportFailure(number, email, refusal.message)
    except ValueError as error:
        return models.ImportFailure(number, email, str(error)[: models.LONGEST_PROBLEM])
    hashed, username = (
        _convert_password_hash(given, omitted),
        _check_username_of_row(given, omitted),
    )
    facts = {
        "name": given.name or derive_name_from_email(address),
        "phone": given.phone_number or None,
        "picture": given.profile_picture_url or None,
        "provider": given.provider,
        "metadata": given.metadata or {},
        "vendor_metadata": given.vendor_metadata or {},
        "external_id": given.external_id or None,
    }
    return models.ImportableUser(
        number,
        address,
        wanted,
        facts,
        given.verify_user or ("verify_user" not in given.model_fields_set and verified),
        given.is_disabled,
        expires_at,
        hashed,
        username,
        given.role_ids,
        given.roles,
        tuple(one.replace("\x00", "")[: models.LONGEST_PROBLEM] for one in omitted),
    )


def read_email_of_row(row: Any) -> str:
    """The email address as given in the row; empty if there is none."""
    row = row.row if isinstance(row, models.ReducedRow) else row
    return str(row.get("email", "")) if isinstance(row, dict) else ""


def _validate_row(row: dict[str, Any], omitted: list[str]) -> ImportRow:
    """Parse a row, leaving out malformed values that a user can do without. Raises `ValidationError`
    otherwise."""
    try:
        return ImportRow.model_validate(row)
    except ValidationError as error:
        problems = error.errors()
        bad = {FIELDS.get(str(one["loc"][0]), "") for one in problems}
        if not bad <= OMITTABLE:
            raise
        omitted.extend(_describe_problem(one) for one in problems)
        return ImportRow.model_validate(
            {name: value for name, value in row.items() if FIELDS.get(name) not in bad}
        )


def _describe_problem(error: Any) -> str:
    place = ".".join(str(part) for part in error["loc"])
    return f"{place}: {error['msg']}"


def _convert_password_hash(given: ImportRow, omitted: list[str]) -> str | None:
    if not given.password_hash:
        return None
    try:
        return convert_to_stored_hash(
            given.password_hash, given.password_hash_type, given.password_hash_config
        )
    except ValueError as error:
        omitted.append(str(error))
        return None


def _check_username_of_row(given: ImportRow, omitted: list[str]) -> str | None:
    try:
        return check_username(given.username) if given.username else None
    except InvalidUsername as refusal:
        omitted.append(f"username: {refusal.message}")
        return None


def _require_future_time(time: datetime | None) -> datetime | None:
    """A time without a zone is UTC."""
    if time is None:
        return None
    time = time if time.tzinfo else time.replace(tzinfo=UTC)
    if time <= clock.now():
        raise ValueError(f"temporaryExpirationDate: access ended on {time:%Y-%m-%d}")
    return time


def _parse_json_line(line: Any) -> Any:
    try:
        return orjson.loads(line)
    except orjson.JSONDecodeError:
        return None
