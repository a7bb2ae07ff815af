"""Licenses whose billing date has come."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class DueReset:
    due_at: datetime
    id: UUID
    tenant_id: UUID


@dataclass(frozen=True, slots=True)
class ResetLicense:
    """`seats`: how many were freed."""

    id: UUID
    tenant_id: UUID
    name: str
    seats: int
