"""Trials as the statements return them."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class EndedTrial:
    id: UUID
    tenant_id: UUID
    name: str
    billing_email: str
