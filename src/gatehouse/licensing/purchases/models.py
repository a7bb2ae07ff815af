"""Rows that settling a purchase reads and locks."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from gatehouse.licensing.purchases.state import BillingState


@dataclass(frozen=True, slots=True)
class WaitingEvent:
    """Received, not yet applied."""

    id: str
    occurred_at: datetime
    payload: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Buyer:
    """The organization of a provider's customer."""

    id: UUID
    tenant_id: UUID
    name: str


@dataclass(frozen=True, slots=True)
class SubscriptionParty(Buyer):
    """An organization that a fact about a subscription concerns: the billed customer's, or the one whose
    license the subscription pays here."""

    is_billed: bool


@dataclass(frozen=True, slots=True)
class SubscriptionLink:
    """A subscription and the license that it pays, or paid before another replaced it."""

    tenant_id: UUID
    license_id: UUID
    replaced_at: datetime | None


@dataclass(frozen=True, slots=True)
class AdjustedTransaction:
    """What the provider gave back of a transaction, or is disputed of it."""

    id: str
    transaction_id: str
    action: str
    status: str
    total: int


@dataclass(frozen=True, slots=True)
class PurchasedLicense:
    id: UUID
    name: str
    is_trial: bool
    max_seats: int
    price_id: str | None
    cycle: str | None
    billing_status: str | None
    status_at: datetime | None
    deactivation_at: datetime | None
    pauses_at: datetime | None
    next_payment_at: datetime | None
    is_past_due: bool
    valid_to: datetime | None
    provider_subscription_id: str | None
    provider_updated_at: datetime | None
    provider_occurred_at: datetime | None

    @property
    def state(self) -> BillingState:
        return BillingState(
            status=self.billing_status or "",
            status_at=self.status_at,
            seats=self.max_seats,
            price_id=self.price_id,
            cycle=self.cycle,
            next_payment_at=self.next_payment_at,
            deactivation_at=self.deactivation_at,
            pauses_at=self.pauses_at,
            is_past_due=self.is_past_due,
            valid_to=self.valid_to,
        )
