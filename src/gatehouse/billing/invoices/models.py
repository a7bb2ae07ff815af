"""Invoices as the statements return them."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Invoice:
    id: UUID
    external_id: str
    subscription_id: UUID | None
    number: str | None
    receipt_number: str | None
    status: str
    currency: str
    total: int
    created_at: datetime
    paid_at: datetime | None
