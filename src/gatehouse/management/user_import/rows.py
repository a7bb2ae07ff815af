"""Rows of a file, in CSV with a header or in JSON Lines, and what each says of a person.

The columns are the fields of the wire's `migrations/v1/local`; in CSV ids and keys of roles are parted by
semicolons.
"""

import csv
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

import orjson
from pydantic import BeforeValidator, Field, ValidationError

from gatehouse.directory.users.errors import InvalidEmail
from gatehouse.directory.users.service import name_of, normalize_email
from gatehouse.identity.profile.schemas import PictureAddress
from gatehouse.identity.usernames.errors import InvalidUsername
from gatehouse.identity.usernames.name import checked
from gatehouse.kit import clock
from gatehouse.kit.schemas import Line, Metadata, Phone, Wire
from gatehouse.kit.tenant_ids import TenantId
from gatehouse.management.user_import.errors import UnreadableRows
from gatehouse.management.user_import.hashes import stored_hash
from gatehouse.management.user_import.models import Failure, Newcomer, Refused

Format = Literal["csv", "jsonl"]
LONGEST_CELL = 100_000
LONGEST_PROBLEM = 500  # it may quote what it is about


def _list(value: object) -> object:
    return [part.strip() for part in value.split(";")] if isinstance(value, str) else value


Roles = Annotated[list[UUID], BeforeValidator(_list), Field(max_length=100)]
Keys = Annotated[list[Line], BeforeValidator(_list), Field(max_length=100)]
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


def read_rows(lines: Iterable[str], form: Format) -> Iterator[Any]:
    """What each row holds; `UnreadableRows` for a file that is not what it says. A line of JSON that is
    broken comes as None."""
    if form == "jsonl":
        for line in lines:
            if line.strip():
                yield _json(line)
        return
    csv.field_size_limit(LONGEST_CELL)
    try:
        reader = csv.DictReader(lines, strict=True)
        if "email" not in (reader.fieldnames or ()):
            raise UnreadableRows("The first line has to name the columns, one of them email")
        for row in reader:
            yield {name: value for name, value in row.items() if name and value not in ("", None)}
    except csv.Error as error:
        raise UnreadableRows(f"This is no CSV: {error}") from None


def understand(
    number: int, row: Any, *, tenant_id: UUID | None, verified: bool = False
) -> Newcomer | Failure:
    """`tenant_id` and `verified` are for rows that say nothing themselves."""
    email = str(row.get("email", ""))[:320].replace("\x00", "") if isinstance(row, dict) else ""
    if isinstance(row, Refused):
        problem = row.problem[:LONGEST_PROBLEM].replace("\x00", "")
        return Failure(number, row.email[:320].replace("\x00", ""), problem)
    if not isinstance(row, dict):
        return Failure(number, "", "This line is no JSON object")
    try:
        given = ImportRow.model_validate(row)
        address = normalize_email(given.email)
        wanted = given.tenant_id or tenant_id
        if wanted is None:
            return Failure(number, email, "tenantId: is needed")
        hashed = (
            stored_hash(given.password_hash, given.password_hash_type, given.password_hash_config)
            if given.password_hash
            else None
        )
        expires_at = _future(given.temporary_expiration_date)
        username = checked(given.username) if given.username else None
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        return Failure(number, email, f"{place}: {first['msg']}")
    except (InvalidEmail, InvalidUsername) as refusal:
        return Failure(number, email, refusal.message)
    except ValueError as error:
        return Failure(number, email, str(error)[:LONGEST_PROBLEM])
    facts = {
        "name": given.name or name_of(address),
        "phone": given.phone_number or None,
        "picture": given.profile_picture_url or None,
        "provider": given.provider,
        "metadata": given.metadata or {},
        "vendor_metadata": given.vendor_metadata or {},
        "external_id": given.external_id or None,
    }
    return Newcomer(
        number,
        address,
        wanted,
        facts,
        given.verify_user or ("verifyUser" not in row and verified),
        given.is_disabled,
        expires_at,
        hashed,
        username,
        given.role_ids,
        given.roles,
    )


def _future(time: datetime | None) -> datetime | None:
    """A time without a zone is UTC."""
    if time is None:
        return None
    time = time if time.tzinfo else time.replace(tzinfo=UTC)
    if time <= clock.now():
        raise ValueError(f"temporaryExpirationDate: access ended on {time:%Y-%m-%d}")
    return time


def _json(line: str) -> Any:
    try:
        return orjson.loads(line)
    except orjson.JSONDecodeError:
        return None
