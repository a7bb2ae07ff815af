"""Licenses of deleted tenants."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class DueLicense:
    """`due_at`: when its account was deleted."""

    due_at: datetime
    id: UUID
    tenant_id: UUID


@dataclass(frozen=True, slots=True)
class LeftOpen:
    """`subscription_id`: one that may still be charged for."""

    id: UUID
    subscription_id: str | None
