"""An account as the statements return it."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class BillingAccount:
    """`customer` and `default_method` are the card provider's ids. `order_id` is what is being charged, and
    `order_for` says what that is."""

    id: UUID
    tenant_id: UUID
    externally_managed: bool
    default_plan: str | None
    customer: str | None
    default_method: str | None
    order_id: UUID | None
    order_for: str | None
    ordered_at: datetime | None
    reading: int
