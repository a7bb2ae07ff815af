"""Rows that reading finds."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class OpenSubscription:
    tenant_id: UUID
    external_id: str
