"""Trials as the statements return them."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class DueTrial:
    due_at: datetime
    id: UUID
    tenant_id: UUID


@dataclass(frozen=True, slots=True)
class EndedTrial:
    id: UUID
    tenant_id: UUID
    name: str
    billing_email: str
