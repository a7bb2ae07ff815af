"""Billing accounts, prices, cards, invoices and subscriptions as the statements return them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal
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


Every = Literal["day", "week", "month", "year"]


@dataclass(frozen=True, slots=True)
class Price:
    """`amount` in the smallest unit of the currency, each `every_count` times `every`."""

    id: str
    product: str
    amount: int
    currency: str
    every: Every
    every_count: int


@dataclass(frozen=True, slots=True)
class CardDetails:
    brand: str
    last4: str
    exp_month: int
    exp_year: int
    name: str
    email: str | None


@dataclass(frozen=True, slots=True)
class PaymentMethod(CardDetails):
    """`address` by the card provider's names."""

    id: UUID
    external_id: str
    is_default: bool
    address: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class SubscriptionTerms:
    """`status` is in the card provider's words; `item` (what is paid for with `price`), `price`, `method` and
    `latest_invoice` are its ids."""

    item: str
    status: str
    price: str
    method: str | None
    latest_invoice: str | None
    started_at: datetime
    period_starts_at: datetime
    period_ends_at: datetime
    trial_ends_at: datetime | None
    cancels_at_period_end: bool
    canceled_at: datetime | None
    ended_at: datetime | None


@dataclass(frozen=True, slots=True)
class Subscription(SubscriptionTerms):
    """`plan` is a key."""

    id: UUID
    external_id: str
    plan: str | None


@dataclass(frozen=True, slots=True)
class OpenSubscription:
    tenant_id: UUID
    external_id: str
