from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

# Order of the stages. `settling` waits for writes that were in progress when the erasure began.
Stage = Literal["rows", "audit", "settling", "rows_again", "audit_again", "sessions", "done"]


@dataclass(frozen=True, slots=True)
class UserErasure:
    """`place` is what of its stage is done."""

    id: UUID
    pseudonym: str
    asked_at: datetime
    sealed_person: bytes
    stage: Stage
    place: list[str]
    entries: int


@dataclass(frozen=True, slots=True)
class ListedErasure:
    """One of a list, and how many there are."""

    id: UUID
    pseudonym: str
    reason: str
    asked_by: str
    asked_at: datetime
    entries: int
    finished_at: datetime | None
    total: int


@dataclass(frozen=True, slots=True)
class ErasedName:
    """A user's identifiers in the database. `former_ids`: of accounts that were merged into this one;
    `typed`: addresses and numbers that may belong to another user."""

    former_ids: list[UUID]
    addresses: list[str]
    numbers: list[str]
    names: list[str]
    typed: list[str]


@dataclass(frozen=True, slots=True)
class AuditEntryToErase:
    """An audit entry; `digest` is of its whole content."""

    created_at: datetime
    id: UUID
    digest: bytes
    description: str
    actor_user_id: UUID | None
    actor_email: str | None
    impersonator_id: UUID | None
    ip: str | None
    user_agent: str | None
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class CatalogColumn:
    """`kind` is that of the catalogue: `text`, `jsonb`, `_text`, `uuid`."""

    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class PrimaryKeyColumn:
    """A column of a table's primary key."""

    name: str
    type: str


@dataclass(frozen=True, slots=True)
class CatalogTable:
    """A table of the database catalogue: `key_names` and `key_types` are the columns of its primary key, the
    others are columns that may contain traces of a user."""

    name: str
    key_names: list[str]
    key_types: list[str]
    column_names: list[str]
    column_kinds: list[str]
    has_time: bool

    @property
    def keys(self) -> list[PrimaryKeyColumn]:
        return [PrimaryKeyColumn(*one) for one in zip(self.key_names, self.key_types, strict=True)]

    @property
    def columns(self) -> list[CatalogColumn]:
        return [
            CatalogColumn(*one) for one in zip(self.column_names, self.column_kinds, strict=True)
        ]
