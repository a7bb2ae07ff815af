"""Rows about licenses whose keys are replaced."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class RotatedKey:
    id: UUID
    tenant_id: UUID
    name: str


@dataclass(frozen=True, slots=True)
class NewKey:
    """`former_until`: when the key before it ends; None when it has ended."""

    key: str
    former_until: datetime | None
