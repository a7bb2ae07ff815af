from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from gatehouse.kit.schemas import Wire

LONGEST_PROBLEM = 500  # it may quote what it is about


class ProgressOut(Wire):
    """`position` rows are done: of these `created` are new, `joined` had an account and belong to one more
    or got the password that they lacked, `failed` were not taken."""

    id: UUID
    position: int
    created: int
    joined: int
    failed: int
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class ImportFailure:
    """`number` counts rows from 1, a header not counted. `is_taken`: the user was imported, without what
    `problem` names."""

    number: int
    email: str
    problem: str
    is_taken: bool = False


@dataclass(frozen=True, slots=True)
class RefusedRow:
    """A row that cannot be imported."""

    email: str
    problem: str


@dataclass(frozen=True, slots=True)
class ReducedRow:
    """A row without the values that cannot be imported; `omitted` says which, and why."""

    row: dict[str, Any]
    omitted: str


@dataclass(frozen=True, slots=True)
class ImportableUser:
    """A row that can be imported. `hash` is in the form of `kit/foreign_hashes.py`; `omitted` says which
    values cannot be imported, and why."""

    number: int
    email: str
    tenant_id: UUID
    facts: dict[str, Any]
    verified: bool
    is_disabled: bool = False
    expires_at: datetime | None = None
    hash: str | None = None
    username: str | None = None
    role_ids: list[UUID] = field(default_factory=list)
    role_keys: list[str] = field(default_factory=list)
    omitted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HeldRole:
    id: UUID
    key: str
    tenant_id: UUID | None
    is_default: bool


@dataclass(frozen=True, slots=True)
class ImportResult:
    """Number of users that an import added to a tenant since the last event."""

    import_id: UUID
    tenant_id: UUID
    people: int


@dataclass(frozen=True, slots=True)
class DueNews:
    """The key of what is not announced yet; `id` is that of the file and the tenant together."""

    due_at: datetime
    id: str
    tenant_id: UUID
    import_id: UUID
