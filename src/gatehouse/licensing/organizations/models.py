"""Organizations as the statements return them."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Organization:
    id: UUID
    tenant_id: UUID
    name: str
    billing_email: str
    provider_customer_id: str | None
    created_at: datetime
