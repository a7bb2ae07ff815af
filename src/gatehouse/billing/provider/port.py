"""What billing asks of the card provider (reference payments-protocols B2), and the facts that it answers.

Amounts are whole numbers in the smallest unit of the currency. Every call raises `CardsUnavailable` when no
answer came, so that the outcome is unknown, and `CardsRefused` when the provider refuses the call.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Protocol

from gatehouse.billing.models import CardDetails, Price, SubscriptionTerms


@dataclass(frozen=True, slots=True)
class CardSubscriptionFact(SubscriptionTerms):
    id: str


@dataclass(frozen=True, slots=True)
class Address:
    line1: str | None = None
    line2: str | None = None
    city: str | None = None
    state: str | None = None
    postal_code: str | None = None
    country: str | None = None


@dataclass(frozen=True, slots=True)
class CardFact(CardDetails):
    id: str
    customer: str | None
    address: Address
    created_at: datetime


@dataclass(frozen=True, slots=True)
class InvoiceFact:
    """`covers_until`: the end of the last period that it charges for."""

    id: str
    subscription: str | None
    number: str | None
    receipt_number: str | None
    status: str
    currency: str
    total: int
    created_at: datetime
    paid_at: datetime | None
    covers_until: datetime | None = None


@dataclass(frozen=True, slots=True)
class AccountFact:
    """Everything of one customer. `default_method`: what is charged where a subscription names none."""

    default_method: str | None
    subscriptions: list[CardSubscriptionFact] = field(default_factory=list)
    methods: list[CardFact] = field(default_factory=list)
    invoices: list[InvoiceFact] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class SetupFact:
    """`secret` lets a browser add a card."""

    id: str
    secret: str
    method: str | None


@dataclass(frozen=True, slots=True)
class StartedSubscription:
    """`secret` lets a browser pay, or for a trial add the card; None when nothing is left to do."""

    id: str
    secret: str | None


@dataclass(frozen=True, slots=True)
class CardPreviewFact:
    """`amount_due` is charged at once; a credit is negative in `total`."""

    amount_due: int
    total: int
    currency: str


@dataclass(frozen=True, slots=True)
class CardSubscriptionChange:
    """`charges_now`: the difference is charged at once, and nothing changes where that fails. `dated` is the
    moment to which parts of periods are counted, as previewed."""

    subscription: str
    item: str
    price: str
    method: str | None
    charges_now: bool
    dated: datetime | None = None


@dataclass(frozen=True, slots=True)
class EventFact:
    """An event of the card provider. `customer` is None when the event concerns no customer."""

    id: str
    type: str
    customer: str | None


class Cards(Protocol):
    """`key` of a call that charges: the same one never charges twice."""

    publishable_key: str
    script_url: str

    async def create_customer(self, tenant: str, key: str) -> str: ...

    async def update_customer(self, customer: str, name: str, email: str) -> None: ...

    async def read_account(self, customer: str) -> AccountFact: ...

    async def read_price(self, price: str) -> Price | None:
        """None: there is none, or it is not charged by period at a fixed amount."""
        ...

    async def read_method(self, method: str) -> CardFact | None: ...

    async def begin_setup(self, customer: str, method: str | None) -> SetupFact: ...

    async def set_default_method(self, customer: str, method: str) -> None: ...

    async def change_billing_details(
        self, method: str, email: str | None, address: Address
    ) -> None: ...

    async def subscribe(
        self, customer: str, price: str, method: str | None, trial_days: int | None, key: str
    ) -> StartedSubscription: ...

    async def read_started_subscription(self, subscription: str) -> StartedSubscription:
        """The started subscription, as `subscribe` returned it."""
        ...

    async def change_subscription(self, change: CardSubscriptionChange, key: str) -> None: ...

    async def set_subscription_method(self, subscription: str, method: str) -> None:
        """From now on."""
        ...

    async def pay_invoice(self, invoice: str, method: str, key: str) -> None: ...

    async def preview_change(
        self, customer: str, change: CardSubscriptionChange
    ) -> CardPreviewFact: ...

    async def cancel_at_period_end(self, subscription: str, *, cancels: bool) -> None: ...

    async def end_subscription(self, subscription: str) -> None:
        """End the subscription immediately and permanently."""
        ...

    async def download_invoice_pdf(self, invoice: str) -> bytes | None:
        """None: there is none, or its link leads away from the provider."""
        ...

    def read_event(self, body: bytes, signature: str) -> EventFact:
        """`EventRefused` unless the provider signed exactly this body lately."""
        ...


class CardsChoice:
    """`cards` is None where the vendor has no card provider; else it is built when it is first needed."""

    def __init__(self, build: Callable[[], Cards] | None) -> None:
        self._build = build

    @cached_property
    def cards(self) -> Cards | None:
        return self._build() if self._build else None
